-- What Prisma's language cannot express

ALTER TABLE "accounts" DROP CONSTRAINT "accounts_profile_shows",
  ADD CONSTRAINT "accounts_profile_shows" CHECK (
    "profile_shows" IS NOT NULL AND "profile_shows" <@ ARRAY['pace', 'lost-on-time', 'score', 'clubs']
  );
