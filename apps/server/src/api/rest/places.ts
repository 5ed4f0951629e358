/**
 * The addresses below a collection and the operations they take, from the generated list of operations, never by hand. Knows no
 * request.
 */
import { type StandardOperation, type V100SpecialOperation, v100Operations } from '@headwater/openapi-types';

/** An operation that only the documents of spaces declare, for what a space has defined itself. */
export type SpaceOperation = 'default-type';

/** A standard operation by its name, a special one by its id. */
export type RestOperation = StandardOperation | V100SpecialOperation | SpaceOperation;

/** What an address is found to be. */
export interface Place {
  /** By method in capitals; only those that the documents declare. */
  readonly methods: ReadonlyMap<string, RestOperation>;
  /** What stands in the address where its template has `{name}`. */
  readonly params: Readonly<Record<string, string>>;
}

interface Template {
  readonly segments: readonly string[];
  readonly methods: Map<string, RestOperation>;
}

export class Places {
  private readonly templates: ReadonlyMap<string, readonly Template[]>;

  constructor() {
    this.templates = readTemplates();
  }

  /**
   * @param entityType its name
   * @param segments of the address below the collection, decoded; none: the collection itself
   * @returns undefined when no document knows the address
   */
  find(entityType: string, segments: readonly string[]): Place | undefined {
    for (const { segments: wanted, methods } of this.templates.get(entityType) ?? []) {
      const params = matchSegments(wanted, segments);
      if (params) return { methods, params };
    }
    return undefined;
  }
}

/** By entity type; those with fewer variable segments first. */
function readTemplates(): Map<string, Template[]> {
  const found = new Map<string, Template[]>();
  for (const { operationId, method, path, entityType, operation } of v100Operations) {
    if (entityType === null) continue;
    const templates = found.get(entityType) ?? [];
    found.set(entityType, templates);
    const segments = path.split('/').slice(3);
    let template = templates.find((one) => one.segments.join('/') === segments.join('/'));
    if (!template) {
      template = { segments, methods: new Map() };
      templates.push(template);
    }
    template.methods.set(method.toUpperCase(), operation ?? operationId);
  }
  for (const templates of found.values()) templates.sort((a, b) => countVariables(a) - countVariables(b));
  return found;
}

const isVariable = (segment: string) => segment.startsWith('{');

function countVariables({ segments }: Template): number {
  return segments.filter(isVariable).length;
}

function matchSegments(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (isVariable(segment)) params[segment.slice(1, -1)] = value;
    else if (segment !== value) return undefined;
  }
  return params;
}
