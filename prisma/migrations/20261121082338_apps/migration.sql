-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "connection_id" INTEGER;

-- CreateTable
CREATE TABLE "apps" (
    "id" SERIAL NOT NULL,
    "client_id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "homepage" TEXT,
    "redirect_uris" TEXT[],
    "client_secret" TEXT,
    "token_endpoint_auth_method" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "apps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connections" (
    "id" SERIAL NOT NULL,
    "client_id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_tokens" (
    "id" SERIAL NOT NULL,
    "token" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "session_id" INTEGER,
    "authorization_code" TEXT,
    "refresh_token_id" INTEGER,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refresh_tokens" (
    "id" SERIAL NOT NULL,
    "token" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "session_id" INTEGER,
    "authorization_code" TEXT,
    "scopes" TEXT[],
    "auth_time" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked" TIMESTAMPTZ(3),
    "rotated_at" TIMESTAMPTZ(3),
    "rotation_replay_response" TEXT,
    "rotation_replay_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "apps_client_id_key" ON "apps"("client_id");

-- CreateIndex
CREATE INDEX "apps_account_id_id_idx" ON "apps"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "connections_account_id_id_idx" ON "connections"("account_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "connections_client_id_account_id_key" ON "connections"("client_id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "access_tokens_token_key" ON "access_tokens"("token");

-- CreateIndex
CREATE INDEX "access_tokens_client_id_account_id_idx" ON "access_tokens"("client_id", "account_id");

-- CreateIndex
CREATE INDEX "access_tokens_authorization_code_idx" ON "access_tokens"("authorization_code");

-- CreateIndex
CREATE INDEX "access_tokens_refresh_token_id_idx" ON "access_tokens"("refresh_token_id");

-- CreateIndex
CREATE INDEX "access_tokens_expires_at_idx" ON "access_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "refresh_tokens_token_key" ON "refresh_tokens"("token");

-- CreateIndex
CREATE INDEX "refresh_tokens_client_id_account_id_idx" ON "refresh_tokens"("client_id", "account_id");

-- CreateIndex
CREATE INDEX "refresh_tokens_authorization_code_idx" ON "refresh_tokens"("authorization_code");

-- CreateIndex
CREATE INDEX "refresh_tokens_expires_at_idx" ON "refresh_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "webhooks_connection_id_idx" ON "webhooks"("connection_id");

-- AddForeignKey
ALTER TABLE "apps" ADD CONSTRAINT "apps_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connections" ADD CONSTRAINT "connections_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "apps"("client_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connections" ADD CONSTRAINT "connections_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_client_id_account_id_fkey" FOREIGN KEY ("client_id", "account_id") REFERENCES "connections"("client_id", "account_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_refresh_token_id_fkey" FOREIGN KEY ("refresh_token_id") REFERENCES "refresh_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_client_id_account_id_fkey" FOREIGN KEY ("client_id", "account_id") REFERENCES "connections"("client_id", "account_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A secret is what makes an app confidential: both say so, or neither.
ALTER TABLE "apps" ADD CONSTRAINT "apps_secret_check" CHECK (("client_secret" IS NULL) = ("token_endpoint_auth_method" = 'none'));
