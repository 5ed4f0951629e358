/**
 * GraphiQL as one page with everything in it, so that it works without a network. Knows no space: the page sends its queries to
 * the address it was loaded from, where the browser asks for token and password.
 */
import type { Context } from 'koa';
import { PreparedContent } from '../../../http/content/prepared-content.js';
import type { OriginRules } from '../../../http/origin.js';
import { pageSecurity } from '../../../http/page-security.js';

/** What the page needs: its own script, its editor's workers, and this server. */
const sources = {
  scriptSrc: ["'unsafe-inline'", 'blob:'],
  styleSrc: ["'unsafe-inline'"],
  workerSrc: ['blob:'],
  imgSrc: ['data:'],
  fontSrc: ['data:'],
  connectSrc: ["'self'"],
};

const newTab = '# Each root field gives a list or one record; the documentation on the left names every member.\n';

/** @returns answers with the page; it is rendered at the first request, as its 9 MB are never requested on most servers */
export function graphiqlPage(rules: Pick<OriginRules, 'publicUrl'>): (ctx: Context) => Promise<void> {
  const secure = pageSecurity(sources, rules);
  let rendered: Promise<PreparedContent> | undefined;
  return async (ctx) => {
    rendered ??= renderPage();
    const page = await rendered;
    ctx.vary('Accept');
    await secure(ctx, () => page.send(ctx));
  };
}

async function renderPage(): Promise<PreparedContent> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  // A tab is called what its operation is called.
  const defaultTabs = exampleQueries.map((query) => ({ query }));
  const page = renderGraphiQL({ title: 'Headwater GraphQL', defaultQuery: newTab, defaultTabs });
  const opening = page.indexOf('<head>') + '<head>'.length;
  if (opening < '<head>'.length) throw new Error('GraphiQL has no head to add to');
  return new PreparedContent(`${page.slice(0, opening)}${additions}${page.slice(opening)}`, {
    type: 'text/html; charset=utf-8',
    cached: 'always-ask',
  });
}

// The tabs of the last visit are forgotten, so that the examples are there again; what was run is in the history. On a phone the parts
// are one below the other.
const additions = `<meta name="viewport" content="width=device-width">
<script>localStorage.removeItem('graphiql:tabState');</script>
<style>
@media (max-width: 45rem) {
  .graphiql-container .graphiql-main { min-width: 0; }
  .graphiql-container #graphiql-session { flex-direction: column; overflow-y: auto; }
  .graphiql-container .graphiql-editors, .graphiql-container .graphiql-response { flex: 1 0 45vh !important; min-height: 45vh; }
  .graphiql-container .graphiql-editors { width: 100%; }
  .graphiql-container #graphiql-session > .graphiql-horizontal-drag-bar { display: none; }
}
</style>`;

// What GraphiQL opens with: one operation of each sort. They run as they are against the demo space; all but the agenda and the task,
// which name its users, against any space.

const openDeals = `# Run it: the browser asks for token and password of the space. Those of the demo space are what "npm start" printed: demo and
# demo, if it was started with HEADWATER_DEMO_TOKEN=demo HEADWATER_DEMO_PASSWORD=demo. The other tabs hold further examples.

# The largest open deals of a certain size, with their owners and accounts: one SQL statement.
# Filters and orders go through links; "pageInfo.endCursor", sent as "after", gives the next page.
query OpenDeals {
  opportunities(
    first: 5
    filter: { status: { eq: 1 }, value: { baseValue: { gte: 1000 } }, owner: { email: { empty: false } } }
    orderBy: [{ value: { field: BASE_VALUE, direction: DESC } }]
  ) {
    totalCount
    nodes {
      name
      value {
        baseValue
      }
      closingDate
      step {
        name
      }
      owner {
        email
      }
      accountRelations(first: 1) {
        nodes {
          account {
            name
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`;

const keyFigures = `# How sales units did in the last 365 days, each with the units below it, and who has won most.
query KeyFigures {
  insights(
    subject: SalesUnits
    period: { relative: Last365Days, timeZone: "Europe/Vienna" }
    withSubUnits: true
  ) {
    items {
      ... on InsightSalesUnitItem {
        salesUnitName
        kpiData {
          CreatingOppties
          WonAmount
          WonAmountTrend
          OpptyWinRate
        }
      }
    }
  }
  indicators(
    kpi: WonAmount
    subject: Clients
    period: { relative: Last365Days, timeZone: "Europe/Vienna" }
    first: 3
  ) {
    items {
      kpiValue
      ... on IndicatorClientItem {
        clientFirstName
        clientLastName
      }
    }
  }
}
`;

const agenda = `# What is in the agenda of a user in the next 30 days. "clients" lists the ids of all users.
query Agenda {
  navigatorAgenda(
    clientIds: ["de300000-0000-4000-8000-000000000001"]
    period: { relative: Next30Days, timeZone: "Europe/Vienna" }
  ) {
    items {
      __typename
      date
      name
      ... on AgendaAppointment {
        startDatetime
        endDatetime
      }
      ... on AgendaRecurrentAppointmentVirtualOccurence {
        startDatetime
        endDatetime
      }
      ... on AgendaOpportunityClosingDate {
        fitness
      }
    }
  }
}
`;

const pivot = `# Won amounts by owner and quarter, the best owner first. Cells name their row and column by position; totals have no keys.
query WonByQuarter {
  evaluateReport(
    timeZone: "Europe/Vienna"
    structure: [
      {
        id: "won"
        pivotTable: {
          entityType: Opportunity
          filter: { mainBox: { entity: "Opportunity", filterFields: [{ field: "status", operator: Is, values: [["3"]] }] } }
          rows: [{ field: "owner_id", sortMeasure: 0, direction: DESC, limit: 10 }]
          columns: [{ field: "won_date", period: Quarter }]
          measures: [{ function: Sum }, { function: Count }]
        }
      }
    ]
  ) {
    items {
      ... on PivotTable {
        result {
          rows {
            label
            keys
          }
          columns {
            label
            keys
          }
          cells {
            row
            column
            values
          }
        }
      }
    }
  }
}
`;

const newTask = `# Writes a task for a user. What cannot be written is rejected as a whole, with every error in "extensions".
mutation NewTask {
  createTask(
    input: { subject: "Call back", dueDate: "2030-01-31", ownerId: "de300000-0000-4000-8000-000000000001" }
  ) {
    id
    subject
    dueDate
    status
    owner {
      email
    }
  }
}
`;

/** Each with a name of its own, in the order of the tabs. */
const exampleQueries: readonly string[] = [openDeals, keyFigures, agenda, pivot, newTask];
