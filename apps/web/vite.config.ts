import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The development server forwards everything the real server answers; it runs beside it. */
const server = process.env['ATRIUM_SERVER'] ?? 'http://127.0.0.1:8080';
const forwarded = ['/api', '/login', '/logout', '/loggedin', '/server', '/healthz'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
            { name: 'start', test: /\/src\/main\.tsx$|\/@mantine\/core\/.*\/(Button|TextInput)\.mjs$/, priority: 2 },
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
