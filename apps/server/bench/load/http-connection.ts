/**
 * One kept-open HTTP/1.1 connection of the load generator. It does as little as it can, because it shares the machine with what
 * is measured: requests are bytes made beforehand, and of an answer it reads the status and the length.
 */
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

interface Exchange {
  readonly keepsBody: boolean;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

const headEnd = '\r\n\r\n';

export class HttpConnection {
  private exchange: Exchange | undefined;
  /** What has come of the head. */
  private head: Buffer = Buffer.alloc(0);
  private status = 0;
  /** Bytes of the body still to come; undefined while the head is read. */
  private missingBytes: number | undefined;
  private body: Buffer[] = [];

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the connection was closed')));
  }

  /** @param url scheme, host and port */
  static open(url: string): Promise<HttpConnection> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new HttpConnection(socket));
      });
    });
  }

  /**
   * Sends a request and waits for the whole answer. One at a time.
   * @param keepsBody false: the answer's body is counted, not kept
   * @throws Error (rejects) when the connection breaks or the answer has no Content-Length
   */
  send(request: Buffer, keepsBody: boolean): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.exchange = { keepsBody, resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    if (this.missingBytes === undefined) this.readHead(chunk);
    else this.readBody(chunk);
  }

  private readHead(chunk: Buffer): void {
    const bytes = this.head.length === 0 ? chunk : Buffer.concat([this.head, chunk]);
    const end = bytes.indexOf(headEnd);
    if (end < 0) {
      this.head = bytes;
      return;
    }
    const head = bytes.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.fail(new Error(`an answer without Content-Length: ${head}`));
      return;
    }
    this.status = Number(head.slice(9, 12));
    this.head = Buffer.alloc(0);
    this.missingBytes = Number(length);
    this.readBody(bytes.subarray(end + headEnd.length));
  }

  private readBody(chunk: Buffer): void {
    if (this.exchange?.keepsBody) this.body.push(chunk);
    this.missingBytes = (this.missingBytes ?? 0) - chunk.length;
    if (this.missingBytes > 0) return;
    const { exchange, status, body } = this;
    this.exchange = undefined;
    this.missingBytes = undefined;
    this.body = [];
    exchange?.resolve({ status, body: body.length === 0 ? '' : Buffer.concat(body).toString('utf8') });
  }

  private fail(error: Error): void {
    this.exchange?.reject(error);
    this.exchange = undefined;
  }
}
