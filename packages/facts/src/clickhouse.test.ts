import { describeFacts } from './contract-suite.ts';
import { openFacts } from './facts.ts';

describeFacts('ClickHouse', async () => openFacts({ socketPath: '/tmp/fx/s.sock', database: `c${Date.now()}` }));
