/** A union: one entity type that reads the records of several others, made of their members. */
import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { EntityModel, Member } from '../src/entity/entity-model.js';
import { graphqlSdl } from '../src/graphql/graphql-sdl.js';
import { checkNamesAgree } from '../src/lint/lint-spec.js';
import { bundleDocument } from '../src/openapi/bundle-document.js';
import { loadSpec, type Spec } from '../src/spec/load-spec.js';
import { specWithFiles } from './changed-spec.js';

const bird = `
description: A bird.
x-collection: Birds
x-label: name
x-v1: { entity: Bird, collection: Birds }
required: [name]
properties:
  table_name: { type: string, description: Tells them apart., x-derived: { constant: bird } }
  name: { type: string, maxLength: 40, description: How it is called., examples: [Kiki] }
  kind_id: { x-relation: Team, description: Its kind., x-nullable: false }
  team_id: { x-relation: Team, description: Its team. }
  seen: { type: string, format: date, description: When a bird was seen. }
  size: { type: integer, description: How large it is., x-enum: { 1: Small, 2: Large }, minimum: 1 }
  wings: { type: integer, description: How many., default: 2, x-nullable: false }
  friends: { description: Its friends., x-rows: { target: Feather, via: bird_id, owned: true } }
  feathers: { description: Its coat., x-rows: { target: Feather, via: bird_id } }
  secret: { type: string, description: Kept., x-hidden: true }
`;

const fish = `
description: A fish.
x-collection: Fishes
x-label: name
required: [name]
properties:
  table_name: { type: string, description: Tells them apart., x-derived: { constant: fish } }
  name: { type: string, maxLength: 80, description: How it is called., x-v1: FULL_NAME }
  kind_id: { x-relation: Player, description: Its kind., x-nullable: false }
  team_id: { x-relation: Team, description: Its team. }
  seen: { type: string, format: date-time, description: When a fish was seen. }
  size: { type: integer, description: How large it is., x-enum: { 2: Big, 3: Huge } }
  friends: { description: Its friends., x-rows: { target: Feather, via: fish_id, owned: true } }
  scales: { description: Its coat., x-rows: { target: Scale, via: fish_id } }
  feathers: { description: Its coat., x-rows: { target: Scale, via: fish_id } }
`;

const animal = `
description: A bird or a fish.
x-collection: Animals
x-label: name
x-v1: null
x-union: [Bird, Fish]
`;

const files = {
  'areas.yaml': '- { name: Game, description: Everything., entity-types: [Team, Animal, Bird, Fish, Feather, Scale] }',
  'openapi/entities/Bird.yaml': bird,
  'openapi/entities/Fish.yaml': fish,
  'openapi/entities/Animal.yaml': animal,
  'openapi/entities/Feather.yaml': rowType('Feather', 'bird_id: Bird', 'fish_id: Fish'),
  'openapi/entities/Scale.yaml': rowType('Scale', 'fish_id: Fish'),
};

function rowType(name: string, ...relations: string[]): string {
  const members = relations.map((relation) => {
    const [member, target] = relation.split(': ');
    return `  ${member}: { x-relation: ${target}, description: Whose it is. }\n`;
  });
  return `description: A part.\nx-collection: ${name}s\nx-label: id\nproperties:\n${members.join('')}`;
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function specOf(changed: Readonly<Record<string, string>> = {}): Spec {
  const folder = specWithFiles({ ...files, ...changed });
  folders.push(folder);
  return loadSpec(folder);
}

function union(): EntityModel {
  const found = specOf().entities.find(({ name }) => name === 'Animal');
  if (!found) throw new Error('no Animal');
  return found;
}

function member(name: string): Member | undefined {
  return union().fields.find((field) => field.name === name);
}

describe('a union', () => {
  it('can only be listed and read and names its types', () => {
    expect(union()).toMatchObject({ operations: ['list', 'get'], union: ['Bird', 'Fish'], required: [], v1: null });
  });

  it('has every member that one of its types shows, each once, in the order of answers', () => {
    expect(union().fields.map((field) => field.name)).toEqual(
      'id created feathers friends kind_id name scales seen size table_name team_id wings'.split(' '),
    );
  });

  it('is written through none of its members', () => {
    for (const field of union().fields) {
      expect(field).toMatchObject({ readOnly: true, writeOnce: false });
      expect(field).not.toHaveProperty('default');
      expect(field).not.toHaveProperty('derived');
      if (field.kind === 'rows') expect(field.owned).toBe(false);
    }
  });

  it('takes in the values of both', () => {
    expect(member('name')).toMatchObject({ type: 'string', maxLength: 80, nullable: false, examples: ['Kiki'] });
    expect(member('seen')).toMatchObject({ type: 'datetime', nullable: true });
    expect(member('size')).toMatchObject({
      enum: [
        { value: 1, label: 'Small' },
        { value: 2, label: 'Large / Big' },
        { value: 3, label: 'Huge' },
      ],
    });
    expect(member('size')).not.toHaveProperty('minimum');
  });

  it('can lack what only one of them has', () => {
    expect(member('wings')).toMatchObject({ nullable: true });
    expect(member('scales')).toMatchObject({ nullable: false });
  });

  it('says of each type what it means there, where they differ', () => {
    expect(member('name')?.description).toBe('How it is called.');
    expect(member('seen')?.description).toBe('Bird: When a bird was seen. Fish: When a fish was seen.');
  });

  it('keeps one link that leads to another type in each', () => {
    expect(member('kind_id')).toMatchObject({
      nullable: false,
      targets: ['Team', 'Player'],
      links: [
        { name: 'kind', target: 'Team' },
        { name: 'kind', target: 'Player' },
      ],
    });
    expect(member('team_id')).toMatchObject({ targets: ['Team'], links: [{ name: 'team', target: 'Team' }] });
  });

  it('knows which rows lie elsewhere in each', () => {
    expect(member('friends')).toMatchObject({ target: 'Feather', targets: ['Feather', 'Feather'] });
    expect(member('feathers')).toMatchObject({ target: 'Feather', targets: ['Feather', 'Scale'] });
    expect(member('scales')).not.toHaveProperty('targets');
  });
});

describe('the interfaces of a union', () => {
  it('REST shows all members, with any of the types that a link leads to', () => {
    const spec = specOf();
    const schemas = (bundleDocument(spec, 'v100').components as Record<string, Record<string, object>>).schemas ?? {};
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(schemas.Animal).toMatchObject({
      'x-union': expect.any(Array),
      required: expect.arrayContaining(['kind', 'kind_id', 'wings', 'scales', 'team']),
      properties: {
        kind: { anyOf: [ref('Link'), ref('Team'), ref('Player')] },
        team: { oneOf: [ref('Link'), ref('Team'), { type: 'null' }] },
        friends: { items: { oneOf: [ref('Link'), ref('Feather')] } },
        feathers: { items: { anyOf: [ref('Link'), ref('Feather'), ref('Scale')] }, 'x-varies': true },
        wings: { type: ['integer', 'null'] },
      },
    });
  });

  it('GraphQL leaves out what has no one type, and filters that have no one meaning', () => {
    const sdl = graphqlSdl(specOf());
    const [, record] = /\ntype Animal implements Node \{(.*?)\n\}/s.exec(sdl) ?? [];
    const [, filter] = /\ninput AnimalFilter \{(.*?)\n\}/s.exec(sdl) ?? [];
    expect(record).toContain('kindId: UUID!');
    expect(record).toContain('friends(');
    expect(record).toContain('team: Team');
    expect(record).not.toContain('kind:');
    expect(record).not.toContain('feathers(');
    expect(filter).toContain('scales: ScaleFilter');
    expect(filter).not.toContain('friends');
    expect(filter).not.toContain('kind:');
  });

  it('the names of the two agree but for those', () => {
    const spec = specOf();
    expect(checkNamesAgree(spec.entities, bundleDocument(spec, 'v100'), graphqlSdl(spec))).toEqual([]);
  });
});

describe('a union is rejected', () => {
  const file = 'openapi/entities/Animal.yaml';
  const fishFile = 'openapi/entities/Fish.yaml';
  const birdFile = 'openapi/entities/Bird.yaml';
  const collected = `
  coat:
    description: Ids.
    type: array
    items: { type: string, format: uuid }
    x-derived: { collect: friends, member: fish_id }
`;
  it.each([
    ['for members of its own', { [file]: `${animal}properties: {}\n` }, 'properties: unknown key'],
    ['for a type that is not there', { [file]: animal.replace('Fish', 'Fisch') }, 'there is no entity type "Fisch"'],
    ['for one type alone', { [file]: animal.replace(', Fish', '') }, 'two entity types or more'],
    [
      'for types that say nothing apart',
      { [fishFile]: fish.replace('constant: fish', 'constant: bird') },
      'does not distinguish',
    ],
    ['for a type without a kind', { [file]: animal.replace('Fish', 'Team') }, 'Team has no member "table_name"'],
    [
      'for values of types that do not go together',
      {
        [fishFile]: fish
          .replace('size: { type: integer', 'size: { type: boolean')
          .replace(', x-enum: { 2: Big, 3: Huge }', ''),
      },
      'member "size": of type integer in one of its types, boolean in another',
    ],
    [
      'for a value that one of its types hides',
      { [fishFile]: `${fish}  wings: { type: integer, description: How many., x-hidden: true }\n` },
      'member "wings": hidden in one of its types, shown in another',
    ],
    [
      'for what its types work out in different ways while it is read',
      {
        [fishFile]: fish + collected,
      },
      'member "coat": x-derived must be the same in all its types',
    ],
    [
      'for what its types collect from rows that lie elsewhere in each',
      { [birdFile]: `${bird}${collected}`, [fishFile]: `${fish}${collected}` },
      'member "coat": x-derived collects other rows in each of its types',
    ],
    [
      'for a value that is a relation elsewhere',
      { [fishFile]: fish.replace('scales:', 'wings:') },
      'member "wings": a value in one of its types, a relation in another',
    ],
    [
      'as the target of a relation',
      { 'openapi/entities/Scale.yaml': rowType('Scale', 'fish_id: Fish', 'animal_id: Animal') },
      'Scale.animal_id: "Animal" has no records of its own: name one of Bird, Fish',
    ],
  ])('%s', (_, changed, problem) => {
    expect(problemsOf(changed)).toContain(problem);
  });
});

function problemsOf(changed: Readonly<Record<string, string>>): string {
  try {
    specOf(changed);
    return '';
  } catch (error) {
    return (error instanceof AggregateError ? error.errors : [error]).map(String).join('\n');
  }
}
