/**
 * CloudObject: either a stored file, whose content the service keeps, or an external one, of which it knows the address only.
 */
import { randomBytes } from 'node:crypto';
import { chooseType, typeOfName } from '../../files/detect-type.js';
import { fileKeyParts } from '../../files/file-store.js';
import { type FieldLeaf, invalid, missing } from '../../plan/change/field-errors.js';
import { contentAddress, publicAddress } from '../content/content-location.js';
import type { StagedContent } from '../content/staged-content.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule } from '../write/entity-rule.js';

const contentMember = 'content';

/** The values of `type` that represent a stored file. */
const storedTypes: ReadonlySet<unknown> = new Set([-1, 1, 2]);

/** As many random bytes as nobody guesses. */
const publicKeyBytes = 20;

export const cloudObjectRule: EntityRule = {
  contentMember,

  complete(draft, { actor, staged: contents }) {
    const token = draft.values.get(contentMember);
    draft.values.delete(contentMember);
    const staged = typeof token === 'string' ? contents.get(token) : undefined;
    if (draft.isNew && draft.get('creator_id') === null) draft.set('creator_id', actor);
    checkMediaType(draft);
    const type = draft.get('type');
    if (storedTypes.has(type)) completeStored(draft, staged);
    else if (type !== null) completeExternal(draft, staged);
    setPublicAddress(draft);
  },
};

/** It becomes a header of every download. */
function checkMediaType(draft: Draft): void {
  const given = draft.values.get('mime_type');
  if (typeof given !== 'string' || given === '') return;
  const name = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:; ?[\w-]{1,40}=[\w.+-]{1,40})?$/;
  if (!name.test(given)) draft.errors.push(invalid('mime_type', 'must be a media type, such as image/png.'));
}

function completeStored(draft: Draft, staged: StagedContent | undefined): void {
  resolveOwnUrl(draft);
  if (staged?.file) {
    takeFile(draft, staged, staged.file);
  } else if (staged) {
    draft.errors.push(invalid(contentMember, 'must be base64.'));
  } else if (draft.isNew && !draft.errors.some(({ field }) => field === contentMember)) {
    draft.errors.push(...missingMember(draft, contentMember));
  }
}

function takeFile(draft: Draft, staged: StagedContent, file: NonNullable<StagedContent['file']>): void {
  const replaced = draft.text('storage_key');
  if (replaced !== null) staged.replaces = replaced;
  draft.set('storage_key', file.key);
  draft.set('size', file.size);
  if (!draft.values.get('mime_type')) {
    draft.set('mime_type', chooseType(file.detectedType, draft.text('filename') ?? ''));
  }
  draft.set('url', contentAddress(fileKeyParts(file.key).space, draft.entityType.collection, draft.id));
}

/** The address of a stored file is the service's to give; the one that it showed may come back. */
function resolveOwnUrl(draft: Draft): void {
  const given = draft.values.get('url');
  const own = draft.stored?.url;
  if (typeof given === 'string' && given !== '' && !(typeof own === 'string' && given.endsWith(own))) {
    const problem =
      'is given by the service for a file that it keeps; leave it out, or give the type of an external file.';
    draft.errors.push(invalid('url', problem));
  }
  draft.values.delete('url');
}

function completeExternal(draft: Draft, staged: StagedContent | undefined): void {
  if (staged) {
    const problem = 'belongs to a file that the service keeps (type 1); an external file has a url.';
    draft.errors.push(invalid(contentMember, problem));
  }
  if (!draft.isNew) return;
  if (!draft.text('url')) draft.errors.push(...missingMember(draft, 'url'));
  draft.set('size', 0);
  if (!draft.values.get('mime_type')) draft.set('mime_type', typeOfName(draft.text('filename') ?? '') ?? null);
}

/** A key that was taken back does not come again: what was public once stays closed to who knew the address. */
function setPublicAddress(draft: Draft): void {
  const storageKey = draft.text('storage_key');
  if (storageKey === null || draft.get('is_public') !== true) {
    draft.set('public_key', null);
    draft.set('public_url', null);
    return;
  }
  const publicKey = draft.text('public_key') ?? randomBytes(publicKeyBytes).toString('hex');
  draft.set('public_key', publicKey);
  draft.set('public_url', publicAddress(fileKeyParts(storageKey).space, publicKey, draft.text('filename') ?? ''));
}

function missingMember(draft: Draft, name: string): FieldLeaf[] {
  const field = draft.entityType.fields.find((one) => one.name === name);
  return field ? missing(draft.entityType, draft.id, field) : [];
}
