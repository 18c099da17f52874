import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import { breakpoints, colors, fontFamily, fontSizes, layout, motion, type SchemeColors, verdigris } from './tokens.ts';

export const theme: MantineThemeOverride = createTheme({
  colors: {
    verdigris: [...verdigris],
    gray: warmGrays(colors.light),
    dark: slates(colors.dark),
  },
  primaryColor: 'verdigris',
  primaryShade: { light: 6, dark: 4 },
  // The library derives the contrasting color from the shade of the light scheme; ours differs by scheme.
  variantColorResolver: (input) => {
    const resolved = defaultVariantColorsResolver(input);
    const isPrimary = input.color === undefined || input.color === input.theme.primaryColor;
    return input.variant === 'filled' && isPrimary ? { ...resolved, color: 'var(--atrium-on-primary)' } : resolved;
  },
  white: colors.light.card,
  black: colors.light.ink,
  fontFamily,
  headings: {
    fontFamily,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(fontSizes.title), lineHeight: '1.25' },
      h2: { fontSize: rem(fontSizes.lg), lineHeight: '1.4' },
      h3: { fontSize: rem(fontSizes.md), lineHeight: '1.4' },
    },
  },
  fontSizes: pick('xs', 'sm', 'md', 'lg', 'xl'),
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  breakpoints: {
    xs: em(breakpoints.mobile),
    sm: em(breakpoints.tablet),
    md: em(breakpoints.desktop),
    lg: em(breakpoints.desktopLG),
    xl: em(1600),
  },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(layout.radius), xl: rem(16) },
  defaultRadius: 'md',
  shadows: {
    sm: '0 1px 2px rgb(0 0 0 / 6%)',
    md: '0 4px 16px rgb(0 0 0 / 10%)',
    lg: '0 8px 32px rgb(0 0 0 / 14%)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Lists stay in the landmark they belong to.
    Combobox: { defaultProps: { withinPortal: false, shadow: 'md' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Checkbox: { defaultProps: { iconColor: 'var(--atrium-on-primary)' } },
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { duration: motion.calm },
      },
    },
    Drawer: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, transitionProps: { duration: motion.calm } },
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        // Stays in the landmark it belongs to, and holds nothing but items.
        withinPortal: false,
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: motion.quick },
      },
    },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: motion.quick } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
  },
});

/** Our names first (`--atrium-line`), then the library's own variables pointed at them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--atrium-sidebar': rem(layout.sidebar),
    '--atrium-sidebar-collapsed': rem(layout.sidebarCollapsed),
    '--atrium-top-bar': rem(layout.topBar),
    '--atrium-radius': rem(layout.radius),
    '--atrium-quick': `${motion.quick}ms`,
    '--atrium-calm': `${motion.calm}ms`,
    ...Object.fromEntries(Object.entries(fontSizes).map(([name, size]) => [`--atrium-text-${name}`, rem(size)])),
  },
  light: schemeVariables(colors.light),
  dark: schemeVariables(colors.dark),
});

function schemeVariables(scheme: SchemeColors): Record<string, string> {
  const { data, ...named } = scheme;
  return {
    ...Object.fromEntries(Object.entries(named).map(([name, value]) => [`--atrium-${kebab(name)}`, value])),
    ...Object.fromEntries(data.map((value, index) => [`--atrium-data-${index + 1}`, value])),
    '--mantine-color-body': scheme.page,
    '--mantine-color-text': scheme.ink,
    '--mantine-color-bright': scheme.ink,
    '--mantine-color-dimmed': scheme.quiet,
    '--mantine-color-placeholder': scheme.quiet,
    '--mantine-color-anchor': scheme.primary,
    '--mantine-color-error': scheme.danger,
    '--mantine-color-success': scheme.success,
    '--mantine-color-default': scheme.card,
    '--mantine-color-default-hover': scheme.sunken,
    '--mantine-color-default-color': scheme.ink,
    '--mantine-color-default-border': scheme.control,
  };
}

function warmGrays(light: SchemeColors): MantineColorsTuple {
  const { page, sunken, line, control, quiet, ink } = light;
  return [page, sunken, line, '#D8D6CF', control, '#6E7571', quiet, '#4A514D', '#2E3331', ink];
}

function slates(dark: SchemeColors): MantineColorsTuple {
  const { page, card, sunken, line, control, quiet, ink } = dark;
  return [ink, '#C6CDCA', quiet, control, line, sunken, card, page, '#0A0E0D', '#060908'];
}

function pick<Size extends keyof typeof fontSizes>(...names: Size[]): Record<Size, string> {
  return Object.fromEntries(names.map((name) => [name, rem(fontSizes[name])])) as Record<Size, string>;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function rem(pixels: number): string {
  return `${pixels / 16}rem`;
}

function em(pixels: number): string {
  return `${pixels / 16}em`;
}
