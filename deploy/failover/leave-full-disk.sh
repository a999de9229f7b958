#!/usr/bin/env bash
# Makes the leader hand over when its disk is almost full: Postgres would go on answering reads there, so Patroni would leave
# it the leader. It does so once until the disk has room again, so that nodes which are all full do not pass the lead around.
set -uo pipefail

api=http://$PATRONI_RESTAPI_CONNECT_ADDRESS
handed_over=false
while sleep 2; do
  free=$(df --output=avail --block-size=1M "$PATRONI_POSTGRESQL_DATA_DIR" | tail -1) || continue
  if [ "$free" -ge 500 ]; then
    handed_over=false
  elif ! $handed_over && curl --silent --fail --max-time 10 --output /dev/null "$api/primary"; then
    echo "$free MB free: handing over"
    # answers when another node leads, or why none can
    curl --silent --show-error --fail-with-body --max-time 60 --data "{\"leader\": \"$PATRONI_NAME\"}" "$api/switchover" && handed_over=true
    echo
  fi
done
