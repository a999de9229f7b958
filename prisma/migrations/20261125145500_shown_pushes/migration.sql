-- what each browser shows, so that it can be withdrawn
ALTER TABLE "push_subscriptions" ADD COLUMN "shown" JSONB NOT NULL DEFAULT '{}';
