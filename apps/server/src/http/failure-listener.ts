/**
 * Told what went wrong inside, with the id under which the caller was told of it; for logs.
 */
export type FailureListener = (error: unknown, requestId: string) => void;
