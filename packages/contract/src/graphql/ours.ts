/** Ends the descriptions of what the interface leaves to this service. */
export const ours = 'An addition of this service.';
