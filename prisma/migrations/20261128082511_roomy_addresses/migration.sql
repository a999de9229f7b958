CREATE TABLE "roomy_addresses" (
    "id" SERIAL NOT NULL,
    "network" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "roomy_addresses_pkey" PRIMARY KEY ("id")
);
