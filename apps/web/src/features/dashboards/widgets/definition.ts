import type { Question } from '@atrium/metrics/question';
import type { SourceName } from '@atrium/metrics/sources';
import type { Options, Widget } from '@atrium/rules/dashboard';
import type { WidgetQuery } from '@atrium/rules/widget-query';
import type { WidgetType } from '@atrium/rules/widget-types';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Picked } from '../../../analytics/question/drill-point.ts';
import type { PlainTable } from './plain-table.ts';
import type { CardValues } from './values.ts';

/** Everything that is known of a card. A card is one folder with such a definition, listed in `registry.ts`. */
export interface CardDefinition<Kind extends keyof CardValues = keyof CardValues> {
  readonly type: WidgetType;
  readonly group: GalleryGroup;
  readonly label: string;
  /** One sentence for the gallery. */
  readonly text: string;
  readonly icon: Icon;
  /** Of a new card; `popConfig` of the client options opens the settings as soon as it is added. */
  readonly dataOptions: Options;
  readonly clientOptions: Options;
  /** How its values are obtained. The frame around the card asks for them; the card only draws. */
  readonly asks: Kind;
  /** Which rows a card asks for that asks a question; rows over time when absent. */
  readonly call?: 'detail' | 'total';
  /** What it makes of the question in its options before it is asked: a heatmap, for example, is always by hour. */
  readonly adjust?: (question: Question, more: WidgetQuery['more']) => Question;
  /** Draws days, and with them what people noted about those. */
  readonly isOverTime?: true;
  /** Says how old its value is. */
  readonly showsAge?: true;
  /** Draws places where they are: each location has a row. */
  readonly isOnMap?: true;
  /** The sources it can show; all of them when absent. */
  readonly sources?: readonly SourceName[];
  /** How many metrics it draws; as many as a question has when absent. */
  readonly maxMetrics?: (question: Question) => number;
  /** What it shows as a table; the answer itself for a card that asks a question, and none when absent. */
  readonly table?: (widget: Widget, values: CardValues[Kind]) => PlainTable;
  /** The parts of the settings that it has. */
  readonly sections: readonly SettingsSection[];
  /** What the gallery and a preview show. */
  readonly sample: CardValues[Kind];
  readonly load: () => Promise<{ default: ComponentType<CardProps<Kind>> }>;
  /** Settings that only this card has. */
  readonly loadForm?: () => Promise<{ default: ComponentType<CardFormProps> }>;
}

/** A definition of any kind. */
export type AnyCard = { [Kind in keyof CardValues]: CardDefinition<Kind> }[keyof CardValues];

export const galleryGroups = ['Numbers', 'Charts', 'Live', 'Places', 'Other'] as const;
export type GalleryGroup = (typeof galleryGroups)[number];

/** Title and colors belong to every card. */
export type SettingsSection =
  | 'source'
  | 'metrics'
  | 'entities'
  | 'one-entity'
  | 'period'
  | 'grouping'
  | 'comparison'
  | 'trend'
  | 'closed-hours'
  | 'filters'
  | 'order'
  | 'details'
  | 'format'
  | 'refresh'
  | 'own';

/** Those of a chart over time. */
export const chartSections: readonly SettingsSection[] = [
  'source',
  'metrics',
  'entities',
  'period',
  'grouping',
  'comparison',
  'closed-hours',
  'filters',
  'format',
  'refresh',
];

export interface CardProps<Kind extends keyof CardValues = keyof CardValues> {
  readonly widget: Widget;
  readonly values: CardValues[Kind];
  /** Of live values, in milliseconds; null when there never was a reading. */
  readonly age?: number | null | undefined;
  /** Of the room for the card, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly isPreview: boolean;
  /** Says what the drawing leaves out, for the notes of the card; undefined if it has everything. */
  readonly onLeftOut?: ((text: string | undefined) => void) | undefined;
  /** Undefined where nothing can be shown in detail. */
  readonly onPick?: ((pick: Picked) => void) | undefined;
}

export interface CardFormProps {
  readonly widget: Widget;
  readonly dashboardId: string | undefined;
  /** Of a template, which knows no organization: places are roles, and files have no dashboard to belong to. */
  readonly hasRoles?: boolean;
  /** The changes are merged into the options. */
  readonly onChange: (changed: { dataOptions?: Options; clientOptions?: Options }) => void;
}
