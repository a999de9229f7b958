#!/usr/bin/env bash
# Replaces the database of docker compose with a dump:  deploy/restore.sh tegenzet.dump
# The old database is dropped only when the dump has been restored completely beside it.
set -euo pipefail
dump=$(realpath "${1:?usage: deploy/restore.sh FILE}")
cd "$(dirname "$0")/.."

in_postgres() { docker compose exec -T postgres "$@"; }

# left by a restore that failed
in_postgres dropdb -U tegenzet --if-exists restored
in_postgres createdb -U tegenzet --template template0 restored
in_postgres pg_restore -U tegenzet --exit-on-error --single-transaction -d restored < "$dump"

docker compose stop api-1 api-2
# PgBouncer may still have connections
in_postgres dropdb -U tegenzet --force tegenzet
in_postgres psql -U tegenzet -d postgres --quiet -c 'ALTER DATABASE restored RENAME TO tegenzet'
docker compose up --detach --wait
