/**
 * Which requests of a server are not answered yet, and how many of one connection may be: a client may send requests ahead of the answers
 * to those before (pipelining), and each of them takes memory and a place wherever requests wait.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { whenClosed } from './when-closed.js';

/** While so many requests of a connection are not answered, nothing more is read from it. */
const mostRead = 16;
/** What was read at once may hold many more. A connection with more than these is closed. */
const mostUnanswered = 100;

interface Connection {
  unanswered: number;
  isHeld: boolean;
  readonly hold: () => void;
}

export class Unanswered {
  /** Of all connections. */
  readonly responses = new Set<ServerResponse>();
  private readonly connections = new WeakMap<Socket, Connection>();

  /**
   * @param server before it gets requests
   * @param onRequest called with the response to each, ahead of all else
   */
  constructor(server: Server, onRequest: (response: ServerResponse) => void) {
    server.prependListener('request', ({ socket }, response) => {
      onRequest(response);
      this.add(socket, response);
    });
  }

  private add(socket: Socket, response: ServerResponse): void {
    const connection = this.connections.get(socket) ?? this.connect(socket);
    this.responses.add(response);
    connection.unanswered += 1;
    if (connection.unanswered >= mostRead) restrain(socket, connection);
    whenClosed(response, () => {
      this.responses.delete(response);
      connection.unanswered -= 1;
      if (connection.isHeld && connection.unanswered < mostRead) release(socket, connection);
    });
  }

  private connect(socket: Socket): Connection {
    const connection: Connection = { unanswered: 0, isHeld: false, hold: () => void socket.pause() };
    this.connections.set(socket, connection);
    return connection;
  }
}

function restrain(socket: Socket, connection: Connection): void {
  // What comes after in what was read already is not begun.
  if (connection.unanswered > mostUnanswered) socket.destroy();
  else if (!connection.isHeld) {
    connection.isHeld = true;
    // Node reads on whenever an answer has been sent.
    socket.on('resume', connection.hold);
    socket.pause();
  }
}

function release(socket: Socket, connection: Connection): void {
  connection.isHeld = false;
  socket.off('resume', connection.hold);
  socket.resume();
}
