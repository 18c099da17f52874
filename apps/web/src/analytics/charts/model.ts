/** What a chart shows, apart from how it is drawn. A missing value is a gap, never zero. */
export interface ChartModel {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** What the axis counts in; whole numbers when absent. */
  unit?: 'fraction' | 'time';
  /** Bars stand on each other instead of side by side. */
  isStacked?: boolean;
  /** Closed intervals to shade, in points from the left. */
  closed?: readonly (readonly [from: number, to: number])[];
  /** What people noted about its days, in the order of time. */
  annotations?: readonly ChartAnnotation[];
}

export interface ChartAnnotation {
  id: string;
  text: string;
  /** `3/2/26 – 3/8/26` */
  days: string;
  /** The points that it touches: a line for one, a band for several. */
  first: number;
  last: number;
}

/** The annotations of a point. */
export function annotationsAt({ annotations = [] }: ChartModel, index: number): readonly ChartAnnotation[] {
  return annotations.filter(({ first, last }) => first <= index && index <= last);
}

export interface ChartPoint {
  /** On the axis. */
  label: string;
  /** In the readout: `10:00 – 11:00 am` */
  name: string;
  /** The future has no data either, but nothing is missing. */
  state: 'done' | 'open' | 'missing' | 'ahead';
  /** Additional text for the readout, such as the completeness. */
  notes: readonly string[];
  /** When it is, as a clock shows it, in seconds; absent where it is no stretch of time. */
  span?: { readonly from: number; readonly to: number };
}

export interface ChartSeries {
  id: string;
  name: string;
  kind: 'bar' | 'line';
  /** Index in the data palette. A comparison has the color of its counterpart, lighter and dashed. */
  color: number;
  comparison?: boolean;
  /** Whether its difference to its comparison is good when it is negative; without this, none is shown. */
  lowerIsBetter?: boolean;
  /** Of a comparison with several earlier windows: from 0, the newest, to just below 1. */
  age?: number;
  /** Not what was asked about, but others beside it: dotted. */
  others?: true;
  /** Points that are still counting: they differ from a whole earlier one by nothing that means anything. */
  open?: readonly boolean[];
  /** Points whose value is built from incomplete data. */
  partial?: readonly boolean[];
  values: readonly (number | null)[];
  /** The range in which each value is expected, drawn as an area behind it. */
  band?: Band;
}

export interface Band {
  name: string;
  low: readonly (number | null)[];
  high: readonly (number | null)[];
}
