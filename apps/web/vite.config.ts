import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The development server forwards everything that the real server, running next to it, answers. */
const server = process.env['ATRIUM_SERVER'] ?? 'http://127.0.0.1:8080';
const forwarded = ['/api', '/login', '/logout', '/loggedin', '/server', '/healthz', '/readyz', '/metrics', '/display'];

/** The start, and what the sign-in page shares with Welcome: it would otherwise load all of Welcome's file. */
const everyPage = [
  /\/src\/main\.tsx$/,
  /\/src\/ui\/(Card|Logo)\.tsx$/,
  /\/@mantine\/core\/.*\/(ActionIcon|Button|CheckIcon|Stack|TextInput|Title)\.mjs$/,
  /\/@mantine\/hooks\/.*\/(use-merged-ref|use-uncontrolled)\.mjs$/,
];

/** What a call does is for readers of the API page; the app only makes the call. */
const withoutSummaries = {
  name: 'without-summaries',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!/\/packages\/contract\/src\/[^/]+\.ts$/.test(id)) return undefined;
    return { code: code.replaceAll(/^(\s*summary:\s*)'(?:[^'\\]|\\.)*'/gm, "$1''"), map: null };
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [withoutSummaries, react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: true,
    rolldownOptions: {
      output: {
        // A visit begins with a few files instead of a hundred. A group takes along everything that its modules import:
        // the first is what every page needs, the second what the shell and Welcome need beyond that.
        codeSplitting: {
          groups: [
            { name: 'start', test: (id) => everyPage.some((module) => module.test(id)), priority: 2 },
            { name: 'welcome', test: /\/src\/(shell\/Shell|screens\/WelcomeScreen)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(forwarded.map((path) => [path, server])),
      '/veart/socket.io': { target: server, ws: true },
    },
  },
});
