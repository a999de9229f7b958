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

# accounts that were erased since the dump are erased again, and who has asked for it stays as it was; ids are given out again after a restore
in_postgres psql -U tegenzet -d tegenzet -c "COPY (
  SELECT p.id, p.created_at, CASE WHEN p.kind = 'closed' THEN now() ELSE a.deletes_at END
  FROM players p LEFT JOIN accounts a ON a.player_id = p.id WHERE p.kind = 'closed' OR a.player_id IS NOT NULL) TO STDOUT" |
  in_postgres psql -U tegenzet -d restored --quiet -v ON_ERROR_STOP=1 \
    -c 'CREATE TEMP TABLE erasures (id int, created_at timestamptz, deletes_at timestamptz)' -c 'COPY erasures FROM STDIN' \
    -c 'UPDATE accounts a SET deletes_at = e.deletes_at FROM players p JOIN erasures e ON e.id = p.id
        WHERE p.id = a.player_id AND p.created_at = e.created_at AND a.deletes_at IS DISTINCT FROM e.deletes_at' ||
  echo 'The old database cannot be read: accounts that were erased since the dump are back, and who has asked for it since has to ask again.' >&2

# PgBouncer may still have connections
in_postgres dropdb -U tegenzet --force tegenzet
in_postgres psql -U tegenzet -d postgres --quiet -c 'ALTER DATABASE restored RENAME TO tegenzet'
docker compose up --detach --wait
