/**
 * Sends the spans of this process to a collector, with the SDK of OpenTelemetry. Those who want it install it beside the server; it reads
 * the variables that begin with `OTEL_`.
 */
import { within } from '../db/within.js';
import { UsageError } from './terminal.js';

/** How long the last spans may take to be sent. */
const maxFlushMs = 1_000;

/**
 * @param serviceName by which the collector knows the process
 * @returns sends what is left, and ends
 * @throws UsageError when the SDK is not installed
 */
export async function startTracing(serviceName: string): Promise<() => Promise<void>> {
  const { NodeSDK } = await import('@opentelemetry/sdk-node').catch((error: unknown) => {
    const remedy =
      "Install it beside the server: npm install @opentelemetry/sdk-node@0.223, with --prefix and the folder that the server's " +
      'is in where it has one of its own. Or set HEADWATER_TRACING=false.';
    throw new UsageError(`HEADWATER_TRACING needs the SDK of OpenTelemetry, which cannot be loaded. ${remedy}`, {
      cause: error,
    });
  });
  const sdk = new NodeSDK({ serviceName, instrumentations: [], metricReaders: [], logRecordProcessors: [] });
  sdk.start();
  return async () => {
    // A collector that cannot be reached is no failure of the server.
    await within(maxFlushMs, sdk.shutdown()).catch(() => {});
  };
}
