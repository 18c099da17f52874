/** Why a request was not sent, or its response not read. */
export class OutgoingError extends Error {
  override readonly name: string = 'OutgoingError';
}

/** The name or the address leads somewhere that may not be called. */
export class NotPublicError extends OutgoingError {
  override readonly name = 'NotPublicError';
}
