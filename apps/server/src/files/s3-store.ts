/**
 * Stores files in a bucket of an S3-compatible object store. Loaded only where one is configured.
 */
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type MultipartUpload,
  NoSuchKey,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { ApiError } from '../errors/api-error.js';
import {
  type ByteRange,
  FileNotFound,
  type FileStore,
  type FilesOwner,
  fileKeyParts,
  findFileKeyParts,
  isOwned,
  type StoredFile,
} from './file-store.js';

export interface S3Location {
  readonly bucket: string;
  readonly region: string;
  /** Address of a store other than Amazon's. */
  readonly endpoint: string | undefined;
  /** Undefined: those that the machine has, as Amazon's own tools find them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** Files are sent in parts of so many bytes, one at a time: as much of a file is in memory. */
const partBytes = 5 * 1024 * 1024;

const connectTimeoutMs = 5_000;
/** A connection over which nothing moves for so long is given up. */
const idleTimeoutMs = 60_000;

export class S3Store implements FileStore {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(
    place: S3Location,
    readonly owner: FilesOwner,
  ) {
    this.bucket = place.bucket;
    this.client = new S3Client(clientConfig(place));
  }

  async put(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    fileKeyParts(key);
    const upload = new Upload({
      client: this.client,
      params: { Bucket: this.bucket, Key: key, Body: Readable.from(content, { objectMode: false }) },
      partSize: partBytes,
      queueSize: 1,
    });
    await ask(() => upload.done());
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    fileKeyParts(key);
    const part = range && { Range: `bytes=${range.first}-${range.last}` };
    const command = new GetObjectCommand({ Bucket: this.bucket, Key: key, ...part });
    try {
      const { Body: body } = await ask(() => this.client.send(command));
      if (body instanceof Readable) return body;
    } catch (error) {
      throw error instanceof NoSuchKey ? new FileNotFound(key, error) : error;
    }
    throw new Error(`the object store answered ${key} without a body`);
  }

  async remove(key: string): Promise<void> {
    fileKeyParts(key);
    await ask(() => this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key })));
  }

  async *list(space: string): AsyncIterable<readonly StoredFile[]> {
    let next: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        Bucket: this.bucket,
        Prefix: `${space}/`,
        ...(next === undefined ? {} : { ContinuationToken: next }),
      });
      const page = await ask(() => this.client.send(command));
      yield (page.Contents ?? []).flatMap(({ Key: key = '', LastModified: storedAt }) =>
        this.isOwn(key) && storedAt ? [{ key, storedAt }] : [],
      );
      next = page.NextContinuationToken;
    } while (next !== undefined);
  }

  /** Parts of an upload that was cut off are in no list of files, but cost as much. */
  async removeUnfinished(space: string, before: Date): Promise<number> {
    let removed = 0;
    for await (const { Key = '', UploadId, Initiated } of this.unfinished(space)) {
      if (!this.isOwn(Key) || Initiated === undefined || Initiated >= before) continue;
      await ask(() => this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId })));
      removed += 1;
    }
    return removed;
  }

  private isOwn(key: string): boolean {
    const parts = findFileKeyParts(key);
    return parts !== undefined && isOwned(parts.name, this.owner);
  }

  private async *unfinished(space: string): AsyncIterable<MultipartUpload> {
    let marker: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | undefined = {};
    while (marker) {
      const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
        Bucket: this.bucket,
        Prefix: `${space}/`,
        ...marker,
      });
      const page: ListMultipartUploadsCommandOutput | undefined = await askIfAble(() => this.client.send(command));
      yield* page?.Uploads ?? [];
      marker = page?.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined;
    }
  }
}

function clientConfig({ region, endpoint, credentials }: S3Location): S3ClientConfig {
  return {
    region,
    // Stores other than Amazon's rarely have a host name for each bucket, or know Amazon's newer checksums.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: idleTimeoutMs },
  };
}

/**
 * @throws NoSuchKey as it is; ApiError `ERROR_UNAVAILABLE` for every other error of the store or the connection
 */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoSuchKey) throw error;
    throw new ApiError('ERROR_UNAVAILABLE', 'The file store is not available now. Try again after a moment.', {
      cause: error,
    });
  }
}

/** The store does not know such a request, or does not let us make it. */
const rejections: ReadonlySet<unknown> = new Set([403, 405, 501]);

/** @returns undefined when the store rejects the request */
async function askIfAble<T>(work: () => Promise<T>): Promise<T | undefined> {
  return ask(() =>
    work().catch((error: unknown) => {
      if (error instanceof S3ServiceException && rejections.has(error.$metadata.httpStatusCode)) return undefined;
      throw error;
    }),
  );
}
