/** Reads and writes the vehicles of a space that has such an entity type, by documents whose types graphql-codegen has made. */
import { ApiError, createClient, ValidationError } from '@headwater/client';
import { graphql } from './gql/index.js';

const client = createClient({
  baseUrl: process.env.HEADWATER_URL ?? 'http://127.0.0.1:8080',
  space: 'fleet',
  token: process.env.HEADWATER_TOKEN ?? '',
  password: process.env.HEADWATER_PASSWORD ?? '',
});

const vehiclesByPlate = graphql(`
  query VehiclesByPlate($plate: String!, $first: Int) {
    clients(first: 1) { nodes { id } }
    vehicleTypes(first: 1) { nodes { id } }
    vehicles(first: $first, filter: { cf_plate: { starts: $plate } }, orderBy: { field: NAME }) {
      totalCount
      nodes { id name cf_plate owner { email } }
    }
  }
`);

const addVehicle = graphql(`
  mutation AddVehicle($vehicle: VehicleCreateInput!) {
    createVehicle(input: $vehicle) { id name cf_plate }
  }
`);

const before = await client.graphql(vehiclesByPlate, { plate: 'HW' });
const ownerId = before.clients.nodes[0]?.id ?? '';
const typeId = before.vehicleTypes.nodes[0]?.id ?? '';

for (const name of ['Van 7', 'Lorry 2']) {
  const vehicle = { name, ownerId, typeId, cf_plate: `HW ${name.at(-1)}` };
  const { createVehicle } = await client.graphql(addVehicle, { vehicle });
  console.log(`added ${createVehicle.name} with ${createVehicle.cf_plate}`);
}

const { vehicles } = await client.graphql(vehiclesByPlate, { plate: 'HW', first: 10 });
console.log(`${vehicles.totalCount} vehicles: ${vehicles.nodes.map(({ name }) => name).join(', ')}`);

try {
  await client.graphql(addVehicle, { vehicle: { name: '', ownerId: typeId, typeId } });
} catch (error) {
  if (!(error instanceof ValidationError)) throw error;
  for (const { fieldName, message } of error.leaves) console.log(`${fieldName ?? error.entityName}: ${message}`);
}

try {
  await client.graphql(vehiclesByPlate, { plate: 'HW', first: 1000 });
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  for (const { path, codeName, message } of error.problems) console.log(`${path}: ${codeName} ${message}`);
}
