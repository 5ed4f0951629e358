/**
 * How the texts of environment variables become values, and the settings of where files are stored.
 */
import { z } from 'zod';
import { parseNetworks } from '../auth/networks.js';
import type { FileLocation } from '../files/open-file-store.js';

export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));

export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Addresses and networks, comma separated. */
export const proxyList = z.string().transform((text, context) => {
  const proxies = parseNetworks(namesIn(text));
  if (proxies === undefined) context.addIssue('not a list of addresses');
  return proxies ?? z.NEVER;
});

/** `true` for all, `false` for none, or addresses and networks, comma separated. */
export const networkList = z.string().transform((text, context): 'all' | readonly string[] => {
  if (text === 'true') return 'all';
  if (text === 'false') return [];
  if (parseNetworks(namesIn(text)) === undefined) context.addIssue('not a list of networks');
  return namesIn(text);
});

/** Origins, comma separated, or `*`. */
export const originList = z.string().transform((text, context) => {
  const origins = text.trim() === '*' ? '*' : parseOrigins(text);
  if (origins === undefined) context.addIssue('not a list of origins');
  return origins ?? z.NEVER;
});

/** @returns the origins in the form of the `Origin` header; undefined when an item is something else */
function parseOrigins(text: string): readonly string[] | undefined {
  const origins: string[] = [];
  for (const item of text.split(',').map((part) => part.trim())) {
    const url = URL.canParse(item) ? new URL(item) : undefined;
    const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    if (!isOrigin) return undefined;
    origins.push(url.origin);
  }
  return origins;
}

function namesIn(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

// What the settings of files say together: which location they name, and whether they fit. Pure.

/** The settings as they were read; undefined: not set, or wrong by themselves. */
export interface FileSettings {
  readonly folder: string | undefined;
  readonly bucket: string | undefined;
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

/**
 * @param errors takes what does not fit, in words
 * @returns undefined when no location is named
 */
export function fileLocation(settings: FileSettings, errors: string[]): FileLocation | undefined {
  const { folder, bucket, region, endpoint, accessKeyId, secretAccessKey } = settings;
  if (folder !== undefined && bucket !== undefined) {
    errors.push('HEADWATER_FILES_DIR and HEADWATER_FILES_S3_BUCKET exclude each other. Set one of them.');
  }
  if (bucket === undefined && (endpoint !== undefined || accessKeyId !== undefined)) {
    errors.push(
      'HEADWATER_FILES_S3_BUCKET names no bucket. Set it as well, or leave out HEADWATER_FILES_S3_ENDPOINT and _KEY.',
    );
  }
  if (bucket === undefined) return folder === undefined ? undefined : { kind: 'folder', folder };
  const credentials =
    accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey };
  return { kind: 's3', bucket, region, endpoint, credentials };
}
