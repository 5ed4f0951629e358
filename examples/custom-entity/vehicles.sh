#!/usr/bin/env bash
# A custom entity from its definition to a filtered list of its records: vehicles, one of which belongs to an opportunity.
# Goes to the demo space unless HEADWATER_URL, HEADWATER_SPACE, HEADWATER_TOKEN and HEADWATER_PASSWORD say otherwise.
# Can be run again: what is there already stays, and one more vehicle is made.
set -euo pipefail

base="${HEADWATER_URL:-http://127.0.0.1:8080}/api/v100/rest/spaces/${HEADWATER_SPACE:-demo}/entities"

send() {
  curl -sS --fail-with-body -u "${HEADWATER_TOKEN:-demo}:${HEADWATER_PASSWORD:-demo}" -H 'Content-Type: application/json' "$@"
}

# list Contacts 'filter[name]=Ann' 'first=1'
list() {
  local address="$base/$1" parameters=()
  for parameter in "${@:2}"; do parameters+=(--data-urlencode "$parameter"); done
  send -G "$address" "${parameters[@]}"
}

# The first value of a text member in the JSON that comes in; nothing when there is none.
first() { { grep -o "\"$1\":\"[^\"]*\"" || true; } | sed -n '1s/^[^:]*:"\(.*\)"$/\1/p'; }

# Ends with a word about what the space lacks.
stop() { echo "$1" >&2; exit 1; }

# Makes a field of vehicles, unless there is one of that api name.
field() {
  list Fields 'filter[entity_name]=Vehicle' "filter[api_name]=$1" | grep -q '"id"' || send "$base/Fields" -d "$2" > /dev/null
}

echo '1. The custom entity and its fields'
send -X PUT "$base/Entities/by/entity_api_name/Vehicle" -d '{"name_singular": "Vehicle", "name_plural": "Vehicles"}' > /dev/null
field cf_mileage '{"entity_name": "Vehicle", "name": "Mileage", "type_id": "integer"}'
field cf_fuel '{"entity_name": "Vehicle", "name": "Fuel", "type_id": "dropdown",
  "data_set": [{"option_name": "Diesel", "calc_value": 1}, {"option_name": "Electric", "calc_value": 2}]}'
field cf_deal '{"entity_name": "Vehicle", "name": "Deal", "type_id": "lookup", "lookup": {"entity_name": "Opportunity", "many": false}}'

echo '2. Who owns the vehicle'
owner=$(list Clients 'first=1' 'load-only=id' | first id)

echo '3. The values that the dropdown can have: the options of the field, which is found by its api name'
list Fields 'filter[entity_name]=Vehicle' 'filter[api_name]=cf_fuel' 'expand=data_set' 'load-only=data_set.id,data_set.option_name,data_set.calc_value'
echo
data_set=$(list Fields 'filter[entity_name]=Vehicle' 'filter[api_name]=cf_fuel' | first data_set_id)
electric=$(list Data "filter[data_set_id]=$data_set" 'filter[option_name]=Electric' | first id)

echo '4. The vehicle'
vehicle=$(send "$base/Vehicle" -d "{\"name\": \"Van 7\", \"owner_id\": \"$owner\", \"cf_mileage\": 42000, \"cf_fuel_id\": \"$electric\"}" | first id)

echo '5. The opportunity that it belongs to, found by its name, and the link'
name="${OPPORTUNITY:-$(list Opportunities 'first=1' 'load-only=name' | first name)}"
[ -n "$name" ] || stop 'The space has no opportunity that the vehicle could belong to. Create one and run this again.'
opportunity=$(list Opportunities "filter[name]=$name" 'load-only=id' | first id)
[ -n "$opportunity" ] || stop "The space has no opportunity called \"$name\". Create it, or name another one in OPPORTUNITY."
send -X PATCH "$base/Vehicle/$vehicle" -d "{\"cf_deal_id\": \"$opportunity\"}" > /dev/null

echo '6. Vehicles of that opportunity with less than 50,000 on the clock, those with most first'
list Vehicle "filter[cf_deal.name]=$name" 'filter[cf_mileage]=50000' 'filter-op[cf_mileage]=lt' 'order-by=-cf_mileage' \
  'load-only=name,cf_mileage,cf_fuel.option_name,cf_deal.name'
echo
