/** Errors in a spec are rejected, each with the file, the line and what is wrong. */
import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { graphqlSdl } from '../src/graphql/graphql-sdl.js';
import { bundleDocument } from '../src/openapi/bundle-document.js';
import { loadSpec } from '../src/spec/load-spec.js';
import { SpecError } from '../src/spec/spec-error.js';
import { type Change, changedSpec } from './changed-spec.js';

const team = 'openapi/entities/Team.yaml';
const player = 'openapi/entities/Player.yaml';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Everything that is made of a spec, so that an error shows wherever it is found. */
function errorsIn(change: Change): string[] {
  const folder = changedSpec(change);
  folders.push(folder);
  try {
    const spec = loadSpec(folder);
    bundleDocument(spec, 'v100');
    bundleDocument(spec, 'v1');
    graphqlSdl(spec);
    return [];
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
    return errors.map((each) => {
      if (each instanceof SpecError) return each.message;
      throw each;
    });
  }
}

const cases: [string, Change, string][] = [
  ['broken YAML', { file: team, from: 'required: [name]', to: 'required: [name' }, `${team}:7: `],
  [
    'an unknown key of an entity type',
    { file: team, from: 'x-label: name', to: 'x-lable: name' },
    `${team}:3: x-lable: unknown key`,
  ],
  [
    'an unknown key of a member',
    { file: team, from: 'x-v1: TITLE', to: 'x-v2: TITLE' },
    'properties.name.x-v2: unknown key',
  ],
  [
    'a missing description',
    { file: player, from: 'description: Short name.', to: 'readOnly: true' },
    `${player}:10: properties.nick: "description" is missing`,
  ],
  [
    'an unknown value type',
    { file: player, from: '{ type: string, description: Short', to: '{ type: text, description: Short' },
    `${player}:10: properties.nick.type: no value type for type "text"`,
  ],
  [
    'an unknown operation',
    { file: player, from: '[list]', to: '[lists]' },
    `${player}:4: x-operations.0: must be one of list, get, create, update, delete, batch-modify`,
  ],
  [
    'a relation that is not named _id',
    { file: player, from: '  team_id:', to: '  team:' },
    `${player}:11: properties.team: a relation with an id member, and only such, ends in _id`,
  ],
  [
    'a default of the wrong type',
    { file: player, from: 'default: false', to: 'default: 0' },
    'properties.is_captain.default: must be a boolean',
  ],
  [
    'a required member that says whether it can be null',
    { file: team, from: 'maxLength: 40', to: 'x-nullable: true' },
    'properties.name.x-nullable: a required member is never null',
  ],
  [
    'a relation to nothing',
    { file: player, from: '{ guest_team: Team }', to: '{ guest_team: Club }' },
    `${player}:12: Player.other_team_id: there is no entity type "Club"`,
  ],
  [
    'rows that do not point back',
    { file: team, from: 'via: team_id, primary', to: 'via: nick, primary' },
    `${team}:24: Team.players: Player.nick does not point at Team`,
  ],
  [
    'rows whose primary is not a boolean',
    { file: team, from: 'primary: is_captain', to: 'primary: side' },
    'Team.players: Player.side is not a boolean',
  ],
  [
    'a derivation from rows that are not there',
    { file: team, from: 'primary: players', to: 'primary: fans' },
    'Team.captain: derived: "fans" is not a to-many relation',
  ],
  [
    'an operation that comes of another key',
    { file: player, from: '[list]', to: '[list, merge]' },
    `${player}:4: x-operations.1: must be one of list`,
  ],
  [
    'duplicates by what is not a text',
    { file: team, from: '[name, motto]', to: '[name, colors]' },
    'x-duplicates: "colors" is not a one-line text',
  ],
  [
    'an index over what is not stored',
    { file: team, from: 'x-label: name', to: 'x-label: name\nx-indexes: [{ members: [name, players] }]' },
    'x-indexes: "players" is not a stored value',
  ],
  [
    'rights that no set of rights has',
    { file: team, from: 'x-label: name', to: 'x-label: name\nx-access: { rights: team }' },
    'x-access: no set of rights has the number "access_entity_team"',
  ],
  [
    'writers that no set of rights has',
    { file: team, from: 'x-label: name', to: 'x-label: name\nx-access: { writers: access_teams }' },
    'x-access: no set of rights has the boolean "access_teams"',
  ],
  [
    'records shown by what does not point at them',
    { file: team, from: 'x-label: name', to: 'x-label: name\nx-access: { shown-by: [Team, Stadium] }' },
    'x-access: "Stadium" does not point at the records',
  ],
  [
    'rows chosen by what is not a relation',
    { file: team, from: 'having: guest_team', to: 'having: nick' },
    'Team.helpers: Player.nick is neither a relation nor a link',
  ],
  [
    'items that point by what is not a relation',
    { file: team, from: 'item: other_team_id', to: 'item: guest_team' },
    'Team.helpers: Player.guest_team is not a relation',
  ],
  [
    'lists of REST v1 that leave rows out',
    { file: team, from: ', RIGHT_HELPERS: { side: 1 }', to: '' },
    'Team.helpers: x-v1: there must be one list for each value of one enumerated member of Player',
  ],
  [
    'a name of REST v1 that is a list and a member',
    { file: team, from: 'LEFT_HELPERS', to: 'MOTTO' },
    'REST v1 name "MOTTO" is there twice',
  ],
  [
    'items of rows that are not written inside the record',
    { file: team, from: 'owned: true, having', to: 'having' },
    'Team.helpers: item: only owned rows',
  ],
  [
    'chosen rows with a primary flag',
    { file: team, from: 'having: guest_team', to: 'having: guest_team, primary: is_captain' },
    'Team.helpers: having: chosen rows have no primary of their own',
  ],
  [
    'one row with a primary flag',
    { file: team, from: 'owned: true, single: true', to: 'single: true, primary: is_captain' },
    'Team.mascot: single: one row needs no primary',
  ],
  [
    'ids collected from what is not a to-many relation',
    { file: team, from: 'collect: players', to: 'collect: rival' },
    'Team.helper_ids: derived: "rival" is not a to-many relation',
  ],
  [
    'values collected that are no relation',
    { file: team, from: 'member: other_team_id, where', to: 'member: nick, where' },
    'Team.helper_ids: derived: Player.nick is not a relation',
  ],
  [
    'ids collected where there is no such member',
    { file: team, from: 'where: { side: 1 }', to: 'where: { team_id: 1 }' },
    'Team.helper_ids: derived: Player has no value "team_id"',
  ],
  [
    'ids collected into texts',
    { file: team, from: 'items: { type: string, format: uuid }', to: 'items: { type: string }' },
    'Team.helper_ids: derived: what is collected is a list of ids',
  ],
  [
    'a favourite of another entity type',
    { file: team, from: 'x-write-only: true', to: 'x-derived: { favorite: team_id }' },
    'Team.password: derived: ClientFavorite.team_id does not point at Team',
  ],
  [
    'a required member that is not there',
    { file: team, from: 'required: [name]', to: 'required: [nam]' },
    `${team}:1: required member "nam" does not exist`,
  ],
  [
    'a label that is not a text',
    { file: player, from: 'x-label: nick', to: 'x-label: side' },
    'x-label "side" is neither a one-line text nor the id',
  ],
  [
    'a collection taken twice',
    { file: player, from: 'x-collection: Players', to: 'x-collection: Teams' },
    'collection "Teams" is taken twice',
  ],
  [
    'a v1 name taken twice in a record',
    { file: team, from: 'x-v1: TITLE', to: 'x-v1: PLAYERS' },
    'REST v1 name "PLAYERS" is there twice',
  ],
  [
    'a link named like a member',
    { file: player, from: '{ guest_team: Team }', to: '{ nick: Team }' },
    'member "nick" is there twice',
  ],
  [
    'an error code that is given twice',
    { file: 'errors.yaml', from: 'code: 2', to: 'code: 1' },
    'errors.yaml:2: 1 is given twice',
  ],
  [
    'an error without a remedy',
    { file: 'errors.yaml', from: ', remedy: Mend it.', to: '' },
    'errors.yaml:2: 1: "remedy" is missing',
  ],
  [
    'an entity type in no area',
    { file: player, from: 'x-area: Game\n', to: '' },
    'areas.yaml:1: no area has Player; give x-area in the file of the type',
  ],
  [
    'an entity type in an area that is not there',
    { file: player, from: 'x-area: Game', to: 'x-area: Sport' },
    'there is no area "Sport" in areas.yaml',
  ],
  [
    'an entity type in an area by its file and by the list',
    { file: 'areas.yaml', from: '[Team]', to: '[Team, Player]' },
    'areas.yaml:1: 0.entity-types.1: is no entity type, or is in an area already',
  ],
  [
    'an entity type in two areas',
    { file: 'areas.yaml', from: '[Team]', to: '[Team, Team]' },
    'areas.yaml:1: 0.entity-types.1: is no entity type, or is in an area already',
  ],
  [
    'a response that names an unknown error',
    { file: 'openapi/shared/responses/Gone.yaml', from: 'ERROR_GONE', to: 'ERROR_LOST' },
    'openapi/shared/responses/Gone.yaml: x-errors.0: there is no error "ERROR_LOST"',
  ],
  [
    'a response that names a leaf',
    { file: 'openapi/shared/responses/Gone.yaml', from: 'ERROR_GONE', to: 'ERROR_LEAF' },
    'ERROR_LEAF is only inside a validation error',
  ],
  [
    'a reference to a missing component',
    { file: 'openapi/operations/list.yaml', from: 'parameters/FilterOp', to: 'parameters/FilterOps' },
    'openapi/shared/parameters/FilterOps.yaml: a document refers to',
  ],
  [
    'an unknown placeholder',
    { file: 'openapi/operations/list.yaml', from: 'List {{many}}', to: 'List {{several}}' },
    'openapi/operations/list.yaml:1: nothing to put in place of {{several}}',
  ],
  [
    'an operator whose opposite is not there',
    { file: 'operators.yaml', from: 'opposite: not-null', to: 'opposite: nul' },
    'operators.yaml:13: 2.opposite: must be one of eq, ieq, null, not-null',
  ],
  [
    'an alias that is a member',
    { file: team, from: 'x-label: name', to: 'x-label: name\nx-link-aliases: { team: nick }' },
    `${player}:1: member "nick" is an alias of "team"`,
  ],
  [
    'a type that GraphQL lacks',
    { file: 'graphql/schema.graphql', from: 'enum OrderDirection', to: 'enum Direction' },
    'graphql: Unknown type "OrderDirection"',
  ],
];

describe('a spec', () => {
  it('without an error is accepted', () => {
    expect(errorsIn({ file: team, from: 'Its name.', to: 'The name.' })).toEqual([]);
  });

  it.each(cases)('is rejected for %s', (_, change, expected) => {
    expect(errorsIn(change).join('\n')).toContain(expected);
  });

  it('is rejected with all errors at once', () => {
    const from = 'x-rows: { target: Player, via: team_id, primary: is_captain, owned: true }';
    const to = 'x-rows: { target: Player, via: team_id, primary: nobody, owned: true, sort-by: nothing }';
    expect(errorsIn({ file: team, from, to })).toHaveLength(2);
  });
});
