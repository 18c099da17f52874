import { tokenPath } from '@atrium/contract/api-clients';

/** A program on the page about API clients. */
export interface Sample {
  /** Its name in the page. */
  readonly language: string;
  readonly title: string;
  readonly text: string;
  readonly code: string;
}

export const tokenWithCurl = (
  url: string,
) => `TOKEN=$(curl -sSf ${url}${tokenPath} -d @- <<END | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'
grant_type=client_credentials&client_id=$ATRIUM_CLIENT_ID&client_secret=$ATRIUM_CLIENT_SECRET
END
)
`;

export const typedClient = (url: string) => `import { createClient } from './atrium-client.js';

const atrium = createClient({
  url: '${url}',
  clientId: process.env.ATRIUM_CLIENT_ID!,
  clientSecret: process.env.ATRIUM_CLIENT_SECRET!,
});
`;

export const pythonCalls = (url: string) => `import json
import os
import time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

URL = "${url}"


def send(path, body=None, headers={}):
    while True:
        try:
            with urlopen(Request(URL + path, data=body, headers=headers)) as reply:
                return json.load(reply)
        except HTTPError as error:
            if error.code not in (429, 503):
                raise
            time.sleep(int(error.headers.get("Retry-After", 1)))


credentials = {
    "grant_type": "client_credentials",
    "client_id": os.environ["ATRIUM_CLIENT_ID"],
    "client_secret": os.environ["ATRIUM_CLIENT_SECRET"],
}
token = send("${tokenPath}", urlencode(credentials).encode())["access_token"]
headers = {"Authorization": "Bearer " + token}
`;
