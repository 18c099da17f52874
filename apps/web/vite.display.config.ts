import { defineConfig } from 'vite';

/**
 * The public displays: one small script and one style sheet beside the app, without anything of it. Screens on walls
 * have old browsers.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: 'dist/display',
    target: 'es2017',
    cssTarget: ['chrome80', 'safari13'],
    lib: {
      entry: 'src/features/displays/public/main.ts',
      formats: ['iife'],
      name: 'atriumDisplay',
      fileName: () => 'display.js',
      cssFileName: 'display',
    },
  },
});
