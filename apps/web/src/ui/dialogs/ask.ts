import type { Choice } from './ChoiceDialog.tsx';
import type { EmailQuestion } from './EmailDialog.tsx';
import { createDialog } from './host.tsx';
import type { Notice } from './NoticeDialog.tsx';
import type { ShownFields } from './ObjectFormDialog.tsx';
import type { ShownObject } from './ObjectDialog.tsx';
import type { PhoneQuestion } from './PhoneDialog.tsx';
import type { ShownCode } from './QrDialog.tsx';
import type { TextQuestion } from './TextDialog.tsx';

/** A text of one line or several. */
export const askText = createDialog<TextQuestion, string>(() => import('./TextDialog.tsx'));
export const askEmail = createDialog<EmailQuestion, string>(() => import('./EmailDialog.tsx'));
/** Returns the number in international format. */
export const askPhone = createDialog<PhoneQuestion, string>(() => import('./PhoneDialog.tsx'));
/** Any number of the options; returns the chosen values. */
export const askChoice = createDialog<Choice, string[]>(() => import('./ChoiceDialog.tsx'));
/** Something to read, and optionally to copy. */
export const showNotice = createDialog<Notice, never>(() => import('./NoticeDialog.tsx'));
/** An object as JSON. */
export const showObject = createDialog<ShownObject, never>(() => import('./ObjectDialog.tsx'));
/** An object as a read-only form. */
export const showObjectAsForm = createDialog<ShownFields, never>(() => import('./ObjectFormDialog.tsx'));
/** The QR code of a URL, to continue with on a phone. */
export const showQrCode = createDialog<ShownCode, never>(() => import('./QrDialog.tsx'));
