import { useState } from 'react';

/** The row of a list that is in the panel, and the one that is in the dialog, where it may be a new one. */
export function useOpenedRow<Row extends object>(rows: readonly Row[] | undefined, keyOf: (row: Row) => string) {
  const [opened, setOpened] = useState<string>();
  /** As it was when the dialog was opened, whatever is loaded meanwhile: its version is the one that was seen. */
  const [edited, setEdited] = useState<Row | 'new'>();
  return {
    shown: rows?.find((row) => keyOf(row) === opened),
    isShown: (row: Row) => keyOf(row) === opened,
    show: setOpened,
    hide: () => setOpened(undefined),
    /** Whether the dialog is open; what it edits is undefined for a new row. */
    isEditing: edited !== undefined,
    edited: edited === 'new' ? undefined : edited,
    add: () => setEdited('new'),
    edit: (row: Row) => setEdited(row),
    endEdit: () => setEdited(undefined),
  };
}
