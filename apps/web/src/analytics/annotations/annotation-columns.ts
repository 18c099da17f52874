import type { Annotation } from '@atrium/contract/annotations';
import { actionsColumn, type Column } from '../../ui/table/column.ts';
import { writtenDays } from './answer-annotations.ts';
import { texts } from './texts.ts';

const { columns: heads } = texts;

export const annotationColumns: readonly Column<Annotation>[] = [
  {
    key: 'text',
    label: heads.text,
    kind: 'text',
    value: ({ text }) => text,
    order: 'text',
    width: 110,
    isRowName: true,
  },
  { key: 'days', label: heads.days, kind: 'text', value: writtenDays, order: 'startDate', width: 120 },
  {
    key: 'place',
    label: heads.place,
    kind: 'text',
    value: ({ locationName }) => locationName ?? texts.wholeOrganization,
    order: 'locationName',
    width: 140,
    from: 'tablet',
  },
  {
    key: 'createdBy',
    label: heads.createdBy,
    kind: 'text',
    value: ({ createdBy }) => createdBy,
    width: 110,
    from: 'desktop',
  },
];

/** For people who may write something. */
export const annotationActions: Column<Annotation> = { ...actionsColumn, label: heads.actions, width: 130 };
