import { showNotice } from '../../ui/dialogs/ask.ts';

/** Without a mail server nothing is sent, so the caller passes the link on. */
export function offerLink(words: { readonly title: string; readonly text: string }, link: string): Promise<unknown> {
  return showNotice({ ...words, copy: link });
}
