/**
 * A line between the server and its database that a test can cut, or make silent: connections stay open, and nothing comes over them.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';

export class Line {
  private readonly sockets = new Set<Socket>();
  /** The sides of the database. */
  private readonly answering = new Set<Socket>();
  private listening: Server | undefined;
  private isSilent = false;
  /** Gets what the server sends, before it goes on. */
  onSent: (bytes: Buffer) => void = () => {};
  /** How long new connections take until anything comes over them. */
  slowMs = 0;
  port = 0;

  constructor(private readonly target: URL) {}

  /** @param url address of a database @returns the line, open, and the same address over the line */
  static async to(url: string): Promise<{ readonly line: Line; readonly url: string }> {
    const through = new URL(url);
    const line = new Line(new URL(url));
    await line.open();
    through.port = String(line.port);
    through.hostname = '127.0.0.1';
    return { line, url: through.href };
  }

  async open(): Promise<void> {
    this.isSilent = false;
    const server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      near.on('data', (bytes: Buffer) => this.onSent(bytes));
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(from);
        if (this.slowMs === 0) from.pipe(to);
        else {
          from.pause();
          setTimeout(() => from.pipe(to), this.slowMs);
        }
        from.on('close', () => to.destroy()).on('error', () => to.destroy());
      }
      this.answering.add(far);
      far.on('close', () => this.answering.delete(far));
      if (this.isSilent) silence(near, far);
    });
    await new Promise<void>((ready) => server.listen(this.port, '127.0.0.1', ready));
    const address = server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
    this.listening = server;
  }

  /** From now on nothing comes over the connections that are open. @param all nor over new ones, until `speak` */
  silence(all: 'all' | 'open'): void {
    this.isSilent = all === 'all';
    silence(...this.sockets);
  }

  /** The database hears what is sent over open connections, and its answers are lost. */
  muteAnswers(): void {
    silence(...this.answering);
  }

  /** New connections work again; those that were silenced stay so. */
  speak(): void {
    this.isSilent = false;
  }

  async cut(): Promise<void> {
    const closed = new Promise((done) => this.listening?.close(done));
    this.cutOpen();
    await closed;
  }

  /** Cuts the connections that are open; new ones work. */
  cutOpen(): void {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }
}

function silence(...sockets: Socket[]): void {
  for (const socket of sockets) {
    socket.unpipe();
    socket.pause();
  }
}
