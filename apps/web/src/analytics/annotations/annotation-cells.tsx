import type { Annotation } from '@atrium/contract/annotations';
import { mayWriteAnnotation } from '@atrium/rules/annotations';
import { RowAction } from '../../ui/RowAction.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import classes from './annotations.module.css';
import { texts } from './texts.ts';

interface Actions {
  edit: (annotation: Annotation) => void;
  remove: (annotation: Annotation) => void;
}

/** The whole text, and buttons for what the user may write. */
export function annotationCells(isLimited: boolean, { edit, remove }: Actions): Cells<Annotation> {
  return {
    text: ({ text }) => <span className={classes['text']}>{text}</span>,
    actions: (row) =>
      mayWriteAnnotation(isLimited, row) ? (
        <span className={classes['actions']}>
          <RowAction label={texts.changeOf(row.text)} onClick={() => edit(row)}>
            {texts.change}
          </RowAction>
          <RowAction label={texts.removeOf(row.text)} onClick={() => remove(row)}>
            {texts.remove}
          </RowAction>
        </span>
      ) : null,
  };
}
