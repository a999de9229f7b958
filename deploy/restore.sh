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

# accounts that were erased since the dump are erased again; ids are given out again after a restore
in_postgres psql -U tegenzet -d tegenzet -c "COPY (SELECT id, created_at FROM players WHERE kind = 'closed') TO STDOUT" |
  in_postgres psql -U tegenzet -d restored --quiet -v ON_ERROR_STOP=1 \
    -c 'CREATE TEMP TABLE erased (id int, created_at timestamptz)' -c 'COPY erased FROM STDIN' \
    -c 'UPDATE accounts a SET deletes_at = now() FROM players p JOIN erased e ON e.id = p.id
        WHERE p.id = a.player_id AND p.created_at = e.created_at' ||
  echo 'The old database cannot be read: accounts that were erased since the dump are back, until their players ask again.' >&2

# PgBouncer may still have connections
in_postgres dropdb -U tegenzet --force tegenzet
in_postgres psql -U tegenzet -d postgres --quiet -c 'ALTER DATABASE restored RENAME TO tegenzet'
docker compose up --detach --wait
