import type { DashboardTemplate } from '@atrium/contract/dashboard-templates';
import { longDate } from '../../format/dates.ts';
import type { Column } from '../../ui/table/column.ts';
import { cardsIn } from './cards-in.ts';
import { texts } from './texts.ts';

const words = texts.columns;

export const templateColumns: readonly Column<DashboardTemplate>[] = [
  {
    key: 'name',
    label: words.name,
    kind: 'text',
    width: 200,
    order: 'name',
    isRowName: true,
    value: ({ name }) => name,
  },
  {
    key: 'category',
    label: words.category,
    kind: 'text',
    width: 120,
    order: 'templateCategory',
    from: 'tablet',
    value: ({ templateCategory }) => templateCategory,
  },
  {
    key: 'tags',
    label: words.tags,
    kind: 'text',
    width: 200,
    from: 'desktop',
    value: ({ templateTags }) => templateTags.join(', '),
  },
  {
    key: 'gallery',
    label: words.gallery,
    kind: 'text',
    width: 120,
    order: 'publishToGallery',
    value: ({ publishToGallery }) => (publishToGallery ? texts.inGallery : texts.hidden),
  },
  {
    key: 'cards',
    label: words.cards,
    kind: 'number',
    width: 80,
    narrow: true,
    from: 'tablet',
    value: ({ config }) => cardsIn(config).length,
  },
  {
    key: 'updated',
    label: words.updated,
    kind: 'text',
    width: 120,
    order: 'updatedAt',
    from: 'desktop',
    value: ({ updatedAt }) => longDate(updatedAt),
  },
  { key: 'remove', label: words.remove, kind: 'text', width: 100, narrow: true, isActions: true, value: () => null },
];
