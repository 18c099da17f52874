import type { ImportStatus } from '@atrium/contract/imports';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { messageColumns } from './import-columns.ts';
import classes from './imports.module.css';
import { texts } from './texts.ts';

/** What is wrong with a file, line by line; long reasons wrap. */
export function Messages({ messages }: Pick<ImportStatus, 'messages'>) {
  return (
    <div className={classes['messages']}>
      <PlainTable
        label={texts.detail.messages}
        columns={messageColumns}
        rows={messages}
        keyOf={({ line, column, message }) => `${line} ${column} ${message}`}
      />
    </div>
  );
}
