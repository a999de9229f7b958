-- CreateTable
CREATE TABLE "news" (
    "id" SERIAL NOT NULL,
    "texts" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3),

    CONSTRAINT "news_pkey" PRIMARY KEY ("id")
);
