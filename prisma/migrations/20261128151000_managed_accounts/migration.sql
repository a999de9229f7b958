-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "clubs_only" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "manager_of" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- CreateTable
CREATE TABLE "managed_accounts" (
    "account_id" INTEGER NOT NULL,
    "club_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "managed_accounts_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "login_codes" (
    "hash" BYTEA NOT NULL,
    "account_id" INTEGER NOT NULL,
    "own_device" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_codes_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "managed_accounts_club_id_idx" ON "managed_accounts"("club_id");

-- CreateIndex
CREATE UNIQUE INDEX "login_codes_account_id_own_device_key" ON "login_codes"("account_id", "own_device");

-- AddForeignKey
ALTER TABLE "managed_accounts" ADD CONSTRAINT "managed_accounts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "managed_accounts" ADD CONSTRAINT "managed_accounts_club_id_fkey" FOREIGN KEY ("club_id") REFERENCES "clubs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_codes" ADD CONSTRAINT "login_codes_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "accounts" DROP CONSTRAINT "accounts_roles";
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_roles" CHECK ("roles" <@ ARRAY['arbiter', 'moderator', 'manager']) NOT VALID;
ALTER TABLE "accounts" VALIDATE CONSTRAINT "accounts_roles";
