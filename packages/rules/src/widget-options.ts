import { isOptions, type Options } from './dashboard.ts';

/** What every card understands of its `clientOptions`. Options of one card alone are read by that card. */
export interface WidgetOptions {
  /** Undefined while nothing is said about it; null if it is switched off. */
  readonly title: string | null | undefined;
  readonly subtitle: string | null | undefined;
  readonly style: WidgetStyle;
  readonly darkStyle: WidgetStyle;
  /** Undefined leaves the format to the metric. */
  readonly valueFormat: string | undefined;
  /** In minutes; 0 is never. */
  readonly refreshInterval: number;
  readonly isSortable: boolean;
  readonly isFilterable: boolean;
  /** Shows its sample instead of values. */
  readonly isPreview: boolean;
  /** Its settings have never been saved: nothing is asked. */
  readonly isUnset: boolean;
  readonly hidesRefresh: boolean;
  /** The parts of the settings that are shown; undefined is all of them. */
  readonly sections: readonly string[] | undefined;
}

export const widgetStyles = ['default', 'primary', 'success', 'info', 'warning', 'danger'] as const;
export type WidgetStyle = (typeof widgetStyles)[number];

/** In which values can be shown, besides the format that their metric has. */
export const valueFormats = [
  'integer',
  'decimal',
  'currency',
  'percent',
  'time',
  'duration',
  'minutes',
  'temperature',
] as const;

export const refreshStep = 5;
/** Timers of a browser go no further. */
const maxRefresh = 7 * 24 * 60;

export function widgetOptionsOf(clientOptions: Options): WidgetOptions {
  const options = widgetOptionsIn(clientOptions);
  const { style, valueFormat, configOptions = clientOptions['configOptions'] } = options;
  const styles = isOptions(style) ? style : {};
  const own = styleIn(styles['class']);
  return {
    title: captionIn(options['title']),
    subtitle: captionIn(options['subtitle']),
    style: own ?? 'default',
    darkStyle: styleIn(styles['darkClass']) ?? own ?? 'default',
    valueFormat: typeof valueFormat === 'string' && valueFormat !== '' ? valueFormat : undefined,
    refreshInterval: refreshIntervalOf(options['refreshInterval']),
    isSortable: options['sortable'] !== false,
    isFilterable: options['filterable'] === true,
    isPreview: clientOptions['previewData'] === true,
    isUnset: clientOptions['popConfig'] === true,
    hidesRefresh: clientOptions['hideRefresh'] === true,
    sections: Array.isArray(configOptions) ? configOptions.filter((each) => typeof each === 'string') : undefined,
  };
}

export function widgetOptionsIn({ widgetOptions }: Options): Options {
  return isOptions(widgetOptions) ? widgetOptions : {};
}

/** Whole minutes from 0; anything else is never. */
export function refreshIntervalOf(value: unknown): number {
  const minutes = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof minutes !== 'number' || !Number.isSafeInteger(minutes) || minutes < 0) return 0;
  return Math.min(minutes, maxRefresh);
}

/** What is left of client options once the settings were saved for the first time. */
export function withoutPopConfig(clientOptions: Options): Options {
  return Object.fromEntries(Object.entries(clientOptions).filter(([name]) => name !== 'popConfig'));
}

function captionIn(value: unknown): string | null | undefined {
  if (!isOptions(value)) return undefined;
  if (value['enable'] === false) return null;
  const { text } = value;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

function styleIn(value: unknown): WidgetStyle | undefined {
  return widgetStyles.find((style) => style === value);
}
