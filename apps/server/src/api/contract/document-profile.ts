/**
 * Variants of an OpenAPI document for tools and for callers whose answers are cut. With expanded records nearly all schemas refer to each
 * other in circles, which many tools do not finish to load; `load-only` leaves members out that answers have otherwise. Pure.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@headwater/contract';
import type { OpenApiDocument } from '@headwater/openapi-types';
import { ApiError } from '../../errors/api-error.js';

export interface DocumentProfile {
  /** Relations may be answered as records; otherwise they are addresses, and there is no `expand`. */
  readonly expand: boolean;
  /** Records in answers may lack members but the id. */
  readonly loadOnly: boolean;
}

export const wholeProfile: DocumentProfile = { expand: true, loadOnly: false };

/** @returns a text that names the profile, no two the same one */
export function profileKey({ expand, loadOnly }: DocumentProfile): string {
  return `${expand} ${loadOnly}`;
}

/**
 * @param query with `expand` (true unless given) and `load-only` (false unless given)
 * @throws ApiError `ERROR_PARAMETER_INVALID`
 */
export function parseProfile(query: Readonly<Record<string, string | string[] | undefined>>): DocumentProfile {
  const read = (name: string, usual: boolean): boolean => {
    const value = query[name];
    if (value === undefined) return usual;
    if (value === 'true' || value === 'false') return value === 'true';
    throw new ApiError('ERROR_PARAMETER_INVALID', `"${name}" of a document is true or false.`);
  };
  return { expand: read('expand', wholeProfile.expand), loadOnly: read('load-only', wholeProfile.loadOnly) };
}

/** @returns the document as the profile has it; the same one for the whole profile */
export function profiledDocument(document: OpenApiDocument, profile: DocumentProfile): OpenApiDocument {
  if (profileKey(profile) === profileKey(wholeProfile)) return document;
  const { parameters = {}, ...components } = document.components;
  const kept = profile.expand
    ? parameters
    : Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== 'Expand'));
  return {
    ...document,
    paths: profiledPart(document.paths as JsonObject, profile) as OpenApiDocument['paths'],
    components: {
      ...(profiledPart(components as JsonObject, profile) as OpenApiDocument['components']),
      parameters: kept,
    },
  };
}

/** @returns a part of a document as the profile has it */
export function profiledPart(part: JsonObject, profile: DocumentProfile): JsonObject {
  if (profileKey(profile) === profileKey(wholeProfile)) return part;
  return changed(part, profile) as JsonObject;
}

const link = '#/components/schemas/Link';
const expandParameter = '#/components/parameters/Expand';

function changed(value: JsonValue, profile: DocumentProfile): JsonValue {
  if (Array.isArray(value)) {
    const items = profile.expand ? value : value.filter((item) => !refersTo(item, expandParameter));
    return items.map((item) => changed(item, profile));
  }
  if (!isJsonObject(value)) return value;
  const own = profile.expand ? value : withoutRecords(value);
  const members = Object.fromEntries(Object.entries(own).map(([name, member]) => [name, changed(member, profile)]));
  return profile.loadOnly && isRecord(own) ? { ...members, required: ['id'] } : members;
}

/** A link or the record that it leads to becomes a link. */
function withoutRecords(schema: JsonObject): JsonObject {
  const word = 'oneOf' in schema ? 'oneOf' : 'anyOf';
  const { [word]: choices, ...others } = schema;
  if (!Array.isArray(choices) || !choices.some((one) => refersTo(one, link))) return schema;
  const kept = choices.filter((one) => refersTo(one, link) || (isJsonObject(one) && one.type === 'null'));
  return kept.length === 1 ? { $ref: link, ...others } : { [word]: kept, ...others };
}

function refersTo(value: JsonValue, reference: string): boolean {
  return isJsonObject(value) && value.$ref === reference;
}

/** The schema of a record in answers, which has all of its members. */
function isRecord({ required, properties }: JsonObject): boolean {
  return Array.isArray(required) && required.includes('is_delete_protected') && isJsonObject(properties);
}
