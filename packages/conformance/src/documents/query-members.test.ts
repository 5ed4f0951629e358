import { expect, it } from 'vitest';
import { queryMembers } from './query-members.js';

it('finds members however their arguments are written', () => {
  const of = queryMembers(`type Query {
  vehicle(id: UUID!): Vehicle
  "All of them."
  vehicles(
    "How many."
    first: Int = 30
    after: String
  ): VehicleConnection!
}
type Vehicle { id: UUID! }`);
  expect(of('Vehicle')).toEqual({ one: 'vehicle', many: 'vehicles' });
  expect(of('Boat')).toEqual({ one: 'Boat', many: 'BoatList' });
});
