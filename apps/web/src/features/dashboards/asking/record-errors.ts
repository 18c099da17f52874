/** How messages begin that say that stored rows could not be read. All others are notes. */
const marker = 'There are errors in the records.';

/** The errors among the messages of an answer, as one text; undefined without any. */
export function recordErrorsIn(messages: readonly string[]): string | undefined {
  const errors = messages.filter((message) => message.startsWith(marker));
  return errors.length > 0 ? errors.join(' ') : undefined;
}
