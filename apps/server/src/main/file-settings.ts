/**
 * What the settings of files say together: which location they name, and whether they fit. Pure.
 */
import type { FileLocation } from '../files/open-file-store.js';

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
