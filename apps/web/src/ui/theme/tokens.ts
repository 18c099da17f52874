/** The one source of every color, size and duration. The theme and the CSS variables are generated from it. */
type Scheme = 'light' | 'dark';

export interface SchemeColors {
  page: string;
  card: string;
  /** A surface inside a card: hovered rows, table headers, tracks. */
  sunken: string;
  line: string;
  /** The outline of inputs and buttons; three to one contrast against the card. */
  control: string;
  ink: string;
  quiet: string;
  primary: string;
  /** Text on a surface of the primary color. */
  onPrimary: string;
  accent: string;
  success: string;
  warning: string;
  danger: string;
  /**
   * Eight colors of nearly equal lightness, distinguishable with common color-vision deficiencies. The order is fixed.
   */
  data: readonly [string, string, string, string, string, string, string, string];
}

export const colors: Record<Scheme, SchemeColors> = {
  light: {
    page: '#FAFAF8',
    card: '#FFFFFF',
    sunken: '#F4F3EF',
    line: '#E7E5E0',
    control: '#878E89',
    ink: '#1B1F1E',
    quiet: '#5F6662',
    primary: '#0B7A75',
    onPrimary: '#FFFFFF',
    accent: '#D98E04',
    success: '#2B7A34',
    warning: '#A84A08',
    danger: '#BE2D3B',
    data: ['#0B7A75', '#D94A1B', '#5282D9', '#843AB3', '#82895D', '#B170A1', '#AC1124', '#5A598A'],
  },
  dark: {
    page: '#0F1413',
    card: '#171D1C',
    sunken: '#1E2624',
    line: '#2A3331',
    control: '#6B7773',
    ink: '#ECEFEC',
    quiet: '#9AA5A1',
    primary: '#3FB8AF',
    onPrimary: '#0F1413',
    accent: '#E5A93A',
    success: '#74C67A',
    warning: '#F0A066',
    danger: '#F28585',
    data: ['#3FB8AF', '#EA5729', '#828EB9', '#B570F2', '#A0D766', '#F7AADD', '#E58A81', '#BB9EF5'],
  },
};

/** Ten shades of verdigris for the component library; 6 is the primary of light, 4 that of dark. */
export const verdigris = [
  '#E6F4F3',
  '#C9E7E4',
  '#9DD5D0',
  '#6CC6BE',
  '#3FB8AF',
  '#1E978F',
  '#0B7A75',
  '#096662',
  '#07514E',
  '#053C3A',
] as const;

export const fontSizes = { xs: 12, sm: 13, md: 14, lg: 16, xl: 20, title: 28, figure: 40, hero: 64 } as const;
export const fontFamily = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** Widths at which the layout changes. */
export const breakpoints = {
  mobile: 480,
  tablet: 768,
  desktop: 992,
  desktopLG: 1200,
  roomy: 1400,
  wide: 1760,
} as const;

export const layout = { sidebar: 248, sidebarCollapsed: 64, topBar: 56, radius: 10 } as const;

export const motion = { quick: 120, calm: 180 } as const;
