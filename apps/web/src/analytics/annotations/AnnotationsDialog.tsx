import {
  type Annotation,
  createAnnotation,
  deleteAnnotation,
  getAnnotation,
  listAnnotations,
} from '@atrium/contract/annotations';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCalendarEvent, IconSearchOff } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useList, useLoadAll, useWrite } from '../../api/use-endpoint.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { type ListView, listQueryOf } from '../../ui/table/list-view.ts';
import { toastUndo } from '../../ui/toast-undo.ts';
import { annotationCells } from './annotation-cells.tsx';
import { annotationActions, annotationColumns } from './annotation-columns.ts';
import AnnotationDialog from './AnnotationDialog.tsx';
import classes from './annotations.module.css';
import { shownTexts } from './shown-texts.ts';
import { texts } from './texts.ts';
import { useMayAnnotate } from './use-may-annotate.ts';

type View = Omit<ListView, 'filters'>;

const newestFirst: View = {
  page: 0,
  size: 10,
  search: '',
  sorting: { column: 'startDate', direction: 'descending' },
};

/** All annotations that someone sees, and what they may do with them. */
export default function AnnotationsDialog({ onClose }: { onClose: () => void }) {
  const [view, setView] = useState(newestFirst);
  const [edited, setEdited] = useState<Annotation | 'new'>();
  const [search] = useDebouncedValue(view.search, 200);
  const { isLimited, mayAdd } = useMayAnnotate();
  const query = listQueryOf({ ...view, search });
  const page = useList(listAnnotations, { query }, { texts: shownTexts.read, keep: true });
  const loadAll = useLoadAll(listAnnotations, { query });
  const remove = useRemoval();
  const change = useCallback((next: Partial<View>) => setView((before) => ({ ...before, page: 0, ...next })), []);
  const add = mayAdd && <AddButton onClick={() => setEdited('new')}>{texts.add}</AddButton>;
  const isEmpty = page.data?.total === 0 && search === '';
  return (
    <Dialog title={texts.heading} size="xl" onClose={onClose}>
      <div className={classes['intro']}>
        <Quiet>{texts.intro}</Quiet>
        {!isEmpty && add}
      </div>
      <ListTable
        label={texts.heading}
        columns={mayAdd ? [...annotationColumns, annotationActions] : annotationColumns}
        cells={annotationCells(isLimited, { edit: setEdited, remove })}
        view={view}
        onView={change}
        page={page}
        keyOf={({ annotationId }) => annotationId}
        loadAll={loadAll}
        empty={
          isEmpty ? (
            <EmptyState icon={IconCalendarEvent} {...texts.none} action={add || undefined} />
          ) : (
            <EmptyState icon={IconSearchOff} {...texts.noMatch} />
          )
        }
      />
      {edited && (
        <AnnotationDialog annotation={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Dialog>
  );
}

/** Deletes one; for a while it can be added again. */
function useRemoval(): (annotation: Annotation) => void {
  const remove = useWrite(deleteAnnotation, texts.deleted, [listAnnotations], [getAnnotation]);
  const restore = useWrite(createAnnotation, texts.restored, [listAnnotations]);
  return ({ annotationId, version, text, startDate, endDate, locationId }) =>
    remove.mutate(
      { params: { annotationId }, seenVersion: version },
      {
        onSuccess: () =>
          toastUndo(texts.deleted.title, texts.deletedText, () =>
            restore.mutate({ body: { text, startDate, endDate, locationId } }),
          ),
      },
    );
}
