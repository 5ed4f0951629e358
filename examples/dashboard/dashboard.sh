#!/usr/bin/env bash
# What a dashboard asks for: the agendas of all users for a period to come, and the key figures of a period that is over.
# Goes to the demo space unless HEADWATER_URL, HEADWATER_SPACE, HEADWATER_TOKEN and HEADWATER_PASSWORD say otherwise. Only reads.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
url="${HEADWATER_URL:-http://127.0.0.1:8080}/api/v100/graphql/spaces/${HEADWATER_SPACE:-demo}"
zone="${TIME_ZONE:-Europe/Vienna}"

# ask '{ query }' '{"variable": 1}'
ask() {
  curl -sS --fail-with-body -G -u "${HEADWATER_TOKEN:-demo}:${HEADWATER_PASSWORD:-demo}" -H 'Accept: application/json' \
    --data-urlencode "query=$1" --data-urlencode "variables=$2" "$url"
  echo
}

echo '1. The users'
users=$(ask '{ clients(first: 100) { nodes { id } } }' '{}' | grep -o '"id":"[^"]*"' | cut -d: -f2 | paste -sd, -)

echo "2. Their agendas: ${AGENDA:-Next7Days}"
ask "$(< "$here/agenda.graphql")" "{\"users\": [$users], \"period\": {\"relative\": \"${AGENDA:-Next7Days}\", \"timeZone\": \"$zone\"}}"

echo "3. Key figures: ${INSIGHTS:-Last90Days}"
ask "$(< "$here/insights.graphql")" "{\"period\": {\"relative\": \"${INSIGHTS:-Last90Days}\", \"timeZone\": \"$zone\"}}"
