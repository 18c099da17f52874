export interface ClientError {
  readonly url: string;
  readonly message: string;
  readonly type: string;
  readonly stackTrace?: string | undefined;
  readonly cause?: string | undefined;
}

/**
 * The part of a browser's report that is logged. Queries may contain reset keys and invitations, so they are removed.
 */
export function describeClientError(error: ClientError): Record<string, string | undefined> {
  return {
    screen: withoutQueries(error.url),
    type: error.type,
    message: withoutQueries(error.message),
    stackTrace: error.stackTrace && withoutQueries(error.stackTrace),
    cause: error.cause && withoutQueries(error.cause),
  };
}

function withoutQueries(text: string): string {
  return text.replaceAll(/\?[^\s#)"'<>]*/g, '?…');
}
