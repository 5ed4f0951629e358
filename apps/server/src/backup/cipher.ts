/**
 * Encrypts and decrypts what a backup is made of: keys from a passphrase (scrypt), streams as frames of AES-256-GCM. A frame that was
 * changed, left out, moved, or cut off at the end of its stream is found. Knows nothing of what the bytes are.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { BackupArgumentError, BackupError } from './backup-error.js';

/** How the keys are made of the passphrase. */
export interface KeyDerivation {
  readonly cipher: 'aes-256-gcm';
  readonly kdf: 'scrypt';
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  /** Hexadecimal. */
  readonly salt: string;
  /** Tells a wrong passphrase from a damaged backup. */
  readonly check: string;
}

export interface BackupKeys {
  /** Of the streams. */
  readonly stream: Buffer;
  /** Of the manifest's seal. */
  readonly seal: Buffer;
}

/** 64 MB and about a quarter of a second for each attempt to guess. */
const costs = { cost: 2 ** 16, blockSize: 8, parallelization: 1 } as const;
const keyBytes = 32;
const saltBytes = 16;

export async function newKeys(
  passphrase: string,
): Promise<{ readonly keys: BackupKeys; readonly derivation: KeyDerivation }> {
  const salt = randomBytes(saltBytes).toString('hex');
  const parameters = { cipher: 'aes-256-gcm', kdf: 'scrypt', ...costs, salt } as const;
  const keys = await deriveKeys(passphrase, parameters);
  return { keys, derivation: { ...parameters, check: checkOf(keys) } };
}

/** @throws BackupArgumentError when the passphrase is another one */
export async function openKeys(passphrase: string, derivation: KeyDerivation): Promise<BackupKeys> {
  const keys = await deriveKeys(passphrase, derivation);
  if (checkOf(keys) !== derivation.check) throw new BackupArgumentError('the passphrase is not the one of this backup');
  return keys;
}

async function deriveKeys(
  passphrase: string,
  { cost, blockSize, parallelization, salt }: Omit<KeyDerivation, 'check'>,
): Promise<BackupKeys> {
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
  const options = { cost, blockSize, parallelization, maxmem: 256 * cost * blockSize };
  // The same passphrase may be typed in several ways.
  const bytes = await derive(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), 2 * keyBytes, options);
  return { stream: bytes.subarray(0, keyBytes), seal: bytes.subarray(keyBytes) };
}

function checkOf({ seal }: BackupKeys): string {
  return createHmac('sha256', seal).update('the passphrase').digest('hex').slice(0, 16);
}

// A stream: eight bytes that say what it is, a salt from which it has a key of its own, and frames. The nonce of a frame is its number and
// whether it is the last one.

const magic = Buffer.from('HWBACKUP');
const frameBytes = 64 * 1024;
const tagBytes = 16;
const headerBytes = magic.length + saltBytes;

/** @param name of the stream: under another one it does not decrypt */
export async function* encrypted(
  content: AsyncIterable<Uint8Array>,
  { stream }: BackupKeys,
  name: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const key = streamKey(stream, salt, name);
  yield Buffer.concat([magic, salt]);
  let number = 0;
  let last: Buffer = Buffer.alloc(0);
  for await (const frame of framesOf(content, frameBytes)) {
    if (number > 0) yield encryptFrame(key, last, number - 1, false);
    last = frame;
    number++;
  }
  yield encryptFrame(key, last, Math.max(0, number - 1), true);
}

/** @throws BackupError for anything but the whole stream of that name and key */
export async function* decrypted(
  content: AsyncIterable<Uint8Array>,
  { stream }: BackupKeys,
  name: string,
): AsyncGenerator<Buffer> {
  const bytes = new ByteReader(content);
  const header = await bytes.take(headerBytes);
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic)) {
    throw new BackupError(`${name} is not an encrypted part of a backup`);
  }
  const key = streamKey(stream, header.subarray(magic.length), name);
  let number = 0;
  let frame = await bytes.take(frameBytes + tagBytes);
  for (;;) {
    const next = await bytes.take(frameBytes + tagBytes);
    yield decryptFrame(key, frame, number, next.length === 0, name);
    if (next.length === 0) return;
    frame = next;
    number++;
  }
}

function streamKey(key: Buffer, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, name, keyBytes));
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function encryptFrame(key: Buffer, frame: Buffer, number: number, isLast: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast));
  return Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()]);
}

function decryptFrame(key: Buffer, frame: Buffer, number: number, isLast: boolean, name: string): Buffer {
  const end = frame.length - tagBytes;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: tagBytes });
    decipher.setAuthTag(frame.subarray(end));
    return Buffer.concat([decipher.update(frame.subarray(0, end)), decipher.final()]);
  } catch (cause) {
    throw new BackupError(`${name} was changed, or is cut off: it does not decrypt`, { cause });
  }
}

async function* framesOf(content: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Buffer> {
  const bytes = new ByteReader(content);
  for (let frame = await bytes.take(length); frame.length > 0; frame = await bytes.take(length)) yield frame;
}

/** Reads chunks of any length as pieces of a wanted one. */
class ByteReader {
  private readonly chunks: Buffer[] = [];
  private held = 0;
  private readonly content: AsyncIterator<Uint8Array>;

  constructor(content: AsyncIterable<Uint8Array>) {
    this.content = content[Symbol.asyncIterator]();
  }

  /** @returns fewer bytes at the end only */
  async take(length: number): Promise<Buffer> {
    while (this.held < length) {
      const { done, value } = await this.content.next();
      if (done) break;
      this.chunks.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      this.held += value.length;
    }
    const all = Buffer.concat(this.chunks.splice(0));
    const taken = all.subarray(0, length);
    const rest = all.subarray(length);
    if (rest.length > 0) this.chunks.push(rest);
    this.held = rest.length;
    return taken;
  }
}
