import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The development server forwards everything the real server answers; it runs beside it. */
const server = process.env['ATRIUM_SERVER'] ?? 'http://127.0.0.1:8080';
const forwarded = ['/api', '/login', '/logout', '/loggedin', '/server', '/healthz', '/readyz', '/metrics'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: true,
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: {
      ...Object.fromEntries(forwarded.map((path) => [path, server])),
      '/veart/socket.io': { target: server, ws: true },
    },
  },
});
