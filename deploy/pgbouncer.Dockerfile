# PgBouncer of docker-compose.yml: Debian's, with which the server is tested
FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
