#!/usr/bin/env bash
# Builds the image and replaces one API process after the other, so that the site stays up. Run it after `git pull`.
set -euo pipefail
cd "$(dirname "$0")/.."

COMMIT=$(git rev-parse HEAD)
export COMMIT
docker compose build
for service in api-1 api-2; do
  # waits until the new process is healthy, and fails if it does not become so: the other one still serves
  docker compose up --detach --no-deps --wait "$service"
done
docker compose up --detach --wait
