/**
 * Spans of OpenTelemetry: what took how long, and as a part of what. They hold no values of records, no filters and no credentials. As long
 * as nobody has set up an SDK, the API does nothing.
 */
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

export interface SpanSettings {
  /** Work inside the server unless given. */
  readonly kind?: 'SERVER' | 'CLIENT';
  readonly attributes?: Attributes;
  /** Headers of the request that it belongs to; left out: it belongs to the span that is under way. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Runs `work` as a span, and what it asks for as spans of it.
 * @param name of few different ones
 * @throws what `work` throws; the span has failed then, and says nothing of it but the class of the error
 */
export async function withSpan<T>(
  name: string,
  { kind, attributes = {}, headers }: SpanSettings,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const tracer = trace.getTracer('headwater');
  const options = { kind: SpanKind[kind ?? 'INTERNAL'], attributes };
  return tracer.startActiveSpan(name, options, parentOf(headers), async (span) => {
    try {
      return await work(span);
    } catch (error) {
      // The message may hold values.
      span.setAttribute('error.type', error instanceof Error ? error.name : 'Error');
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

function parentOf(headers: SpanSettings['headers']): Context {
  return headers === undefined ? context.active() : propagation.extract(context.active(), headers);
}

/** Notes that the work of a span has failed without an error. */
export function markFailed(span: Span): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** @returns the headers by which another service continues the trace; none where nothing is traced */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  // What a caller says besides is for this service, not for others.
  propagation.inject(propagation.deleteBaggage(context.active()), headers);
  return headers;
}

/** @returns what `work` does; what it leaves to timers belongs to no trace: others than the one who caused it are served by it, too */
export function outsideOfTraces<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work);
}

/** @returns the id of the trace that is under way; undefined where nothing is traced */
export function traceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

/** @returns what `work` does, which is a part of the span under way; where none is recorded it just runs */
export function asPart<T>(name: string, settings: () => SpanSettings, work: () => Promise<T>): Promise<T> {
  return trace.getActiveSpan()?.isRecording() ? withSpan(name, settings(), work) : work();
}
