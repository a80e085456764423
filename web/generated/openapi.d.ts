export interface paths {
    "/api/1/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List games to watch, or games by their ids.
         * @description Exactly one of the two parameters is given.
         */
        get: operations["listGames"];
        put?: never;
        /**
         * Create a game.
         * @description A session or token is needed for a seat of kind user, and for a rated game.
         */
        post: operations["createGame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        /** Read a game. */
        get: operations["readGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/seeks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List games with seats that are free for anybody.
         * @description An account does not get the games of those whom it has blocked, or who have blocked it.
         */
        get: operations["listSeeks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/join": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an open seat.
         * @description An account sends its session or token; others make up the key that they send, which plays the seat from now on.
         */
        post: operations["takeSeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/account": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a seat along into one's account. */
        post: operations["takeAlong"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/moves": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a move.
         * @description The same seat, ply and move get the same answer again.
         */
        post: operations["makeMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/draw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Offer a draw, or answer. */
        post: operations["proposeDraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/takeback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Propose to take moves back, or answer. */
        post: operations["proposeTakeback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Propose a pause, or answer. */
        post: operations["proposePause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/rematch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose a rematch, or answer.
         * @description The last consent makes a new game, which counts as one of the address that gives it.
         */
        post: operations["proposeRematch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Go on after a pause. */
        post: operations["resumeGame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/resign": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resign. */
        post: operations["resignGame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Claim the game of a player who has gone. */
        post: operations["claimGame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decline to play, before one's own first move. */
        post: operations["declineGame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/chat": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say something. */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/conditional": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        /** Read one's conditional moves. */
        get: operations["readConditional"];
        put?: never;
        /** Set one's conditional moves, in place of those before. */
        post: operations["setConditional"];
        /** Remove one's conditional moves. */
        delete: operations["removeConditional"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        /**
         * Follow a game.
         * @description The answer is Server-Sent Events where Accept names text/event-stream, else NDJSON.
         */
        get: operations["followGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyse a position.
         * @description The answer is Server-Sent Events where Accept names text/event-stream, else NDJSON.
         */
        post: operations["analysePosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        /**
         * Review a finished game.
         * @description The answer is Server-Sent Events where Accept names text/event-stream, else NDJSON.
         */
        get: operations["reviewGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/layouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the start positions. */
        get: operations["listLayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/opponents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the opponents that a computer's seat can name. */
        get: operations["listOpponents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}.apgn": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        /** Save a game as APGN. */
        get: operations["saveGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}.json": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        /** Save a game as the game object that everybody sees. */
        get: operations["saveGameObject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}.svg": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        /** Draw a position of a game. */
        get: operations["drawGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/games/{id}.png": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        /** Draw a position of a game in pixels. */
        get: operations["paintGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read a game from text. */
        post: operations["readRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/command": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a command of the command language. */
        post: operations["giveCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/openings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the moves that were played from a position. */
        get: operations["listOpenings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look a position up in the solved boards. */
        get: operations["probeTable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the addresses at which others find the server. */
        get: operations["findServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read this description. */
        get: operations["describeServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one's account. */
        get: operations["readAccount"];
        put?: never;
        /** Make an account, and sign in. */
        post: operations["signUp"];
        /** Close the account. */
        delete: operations["closeAccount"];
        options?: never;
        head?: never;
        /** Change the password, which ends all other sessions. */
        patch: operations["changePassword"];
        trace?: never;
    };
    "/api/1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read who is signed in, or whose a token is. */
        get: operations["readSession"];
        put?: never;
        /** Sign in. */
        post: operations["signIn"];
        /** Sign out. */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a session or token. */
                id: components["parameters"]["LoginId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a session. */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End all other sessions. */
        delete: operations["endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a token. */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a session or token. */
                id: components["parameters"]["LoginId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a token. */
        delete: operations["endToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List one's games, newest first. */
        get: operations["listAccountGames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Save everything that is stored about the account. */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one's settings. */
        get: operations["readSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change one's settings. */
        patch: operations["changeSettings"];
        trace?: never;
    };
    "/api/1/account/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read which slow games wait for one. */
        get: operations["readReminders"];
        put?: never;
        /** Say of which turns somebody was reminded. */
        post: operations["markReminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/vacation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one's vacation. */
        get: operations["readVacation"];
        put?: never;
        /** Take a vacation, or say how days are spent. */
        post: operations["takeVacation"];
        /** End one's vacation, or give a planned one up. */
        delete: operations["endVacation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/users/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        /** Read what everybody may know of somebody. */
        get: operations["readUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/users/{name}/ratings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        /** Read the curve of a rating. */
        get: operations["readCurve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/users/{name}/games": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        /**
         * List the games of somebody.
         * @description Public ones, and those in which the account that asks has a seat or is challenged.
         */
        get: operations["listUserGames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/standings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who is best.
         * @description Accounts whose ratings are not provisional.
         */
        get: operations["readStandings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say whether the store can be read and written. */
        get: operations["checkHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say whether the server should get requests. */
        get: operations["checkReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the counters, on the same machine. */
        get: operations["readMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List one's conversations, newest first. */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/messages/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        /** Read the messages to and from somebody, newest first. */
        get: operations["readConversation"];
        put?: never;
        post?: never;
        /** Remove all of them from one's own box. */
        delete: operations["removeConversation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/messages/{name}/read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark what somebody has written as read, up to a message. */
        post: operations["markRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/messages/{name}/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
                /** @description The number of a message. */
                number: components["schemas"]["Number"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a message from one's own box. */
        delete: operations["removeMessage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List whom one has blocked. */
        get: operations["listBlocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/blocks/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        get?: never;
        /** Block somebody. */
        put: operations["blockUser"];
        post?: never;
        /** Block somebody no more. */
        delete: operations["unblockUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report a message that one has got, or a line of a game's chat. */
        post: operations["reportMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/users/{name}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Write to somebody. */
        post: operations["writeMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the games that one follows. */
        get: operations["listSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Follow a game. */
        put: operations["subscribe"];
        post?: never;
        /** Follow a game no more. */
        delete: operations["unsubscribe"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens to one's account.
         * @description The answer is Server-Sent Events where Accept names text/event-stream, else NDJSON.
         */
        get: operations["followAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/account/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Ask for a code to an address, which confirms it. */
        put: operations["setAddress"];
        /** Confirm the address by its code. */
        post: operations["confirmAddress"];
        /** Have no address any more. */
        delete: operations["removeAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/session/forgotten": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have a code mailed, for a new password. */
        post: operations["forgetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/session/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a new password by a code, which ends all sessions. */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tell of a mail that has come, before its commands. */
        post: operations["receiveMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/mail/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer a mail whose commands were carried out. */
        post: operations["answerMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Do what an administrator asks for on this machine: for `paua admin`. */
        post: operations["administer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/tournaments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tournaments, newest first. */
        get: operations["listTournaments"];
        put?: never;
        /** Make a tournament. */
        post: operations["createTournament"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/tournaments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a tournament. */
                id: components["parameters"]["TournamentId"];
            };
            cookie?: never;
        };
        /**
         * Read a tournament.
         * @description The rounds of the standings are its cross table.
         */
        get: operations["readTournament"];
        put?: never;
        post?: never;
        /** Call one's tournament off before it begins. */
        delete: operations["cancelTournament"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/tournaments/{id}/join": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a tournament. */
                id: components["parameters"]["TournamentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take part, or have a computer take part. */
        post: operations["joinTournament"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/tournaments/{id}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a tournament. */
                id: components["parameters"]["TournamentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take part no more, or have a computer take part no more. */
        post: operations["leaveTournament"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/tournaments/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a tournament. */
                id: components["parameters"]["TournamentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin one's tournament. */
        post: operations["startTournament"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Why a request was refused. */
        Error: {
            error: {
                /** @description For programs. */
                code: string;
                /** @description For people; messages may change. */
                message: string;
            };
        };
        /** @description The id of a game. */
        GameId: string;
        /** @description The number of a game on this server: from 101 on, in the order in which games are made. */
        GameNumber: number;
        /** @description The id of a game; empty where there is none. */
        GameIdOrNone: string;
        /** @description A secret of 192 random bits. */
        Key: string;
        /**
         * @description Black, White, Red, Green, Yellow or Purple.
         * @enum {unknown}
         */
        Colour: "b" | "w" | "r" | "g" | "y" | "p";
        /**
         * @description A colour; empty where it is nobody's turn.
         * @enum {unknown}
         */
        Turn: "" | "b" | "w" | "r" | "g" | "y" | "p";
        /**
         * @description The sides of the board.
         * @example 5x5x5
         */
        Board: string;
        /**
         * @description A position in the native form of docs/formats.md.
         * @example ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0 0 1
         */
        Position: string;
        /**
         * @description A move in standard notation.
         * @example a1b2
         * @example c3c5d4
         */
        Move: string;
        /** @description A cell of the board. */
        Cell: string;
        /**
         * @description The result, one figure for each player in the order of play.
         * @enum {unknown}
         */
        Result: "*" | "1-0" | "0-1" | "0-0-1" | "0-0-0-1" | "0-0-0-0-1" | "0-0-0-0-0-1" | "1/2-1/2";
        /**
         * @description Why the game is over; empty while it is played.
         * @enum {unknown}
         */
        Reason: "" | "ejections" | "stuck" | "repetition" | "quiet" | "plies" | "agreement" | "resignation" | "time" | "score" | "centre" | "central" | "line" | "passive" | "declined" | "idle";
        /** @description ISO 8601 in UTC. */
        Date: string;
        /** @description A date; null for never. */
        DateOrNone: components["schemas"]["Date"] | null;
        /**
         * @description One line that is not blank, without control characters.
         * @example Ann
         */
        Nickname: string;
        /**
         * @description The name of an account, with a dot that of a computer of the server; case does not count.
         * @example Ann
         * @example paua.5
         */
        UserName: string;
        /**
         * @description A password to be chosen, of 1000 bytes at most.
         * @example correct horse
         */
        Password: string;
        /**
         * @description The password of the account, of 1000 bytes at most.
         * @example correct horse
         */
        AnyPassword: string;
        /** @description A token for a program. */
        Token: string;
        /** @description The id of a session or token. */
        LoginId: string;
        /** @description A time in milliseconds. */
        Milliseconds: number;
        /** @description A time in seconds; 0 for none. */
        Seconds: number;
        /** @description All settings of the rules. */
        Rules: {
            /** @description All of them as text. */
            text: string;
            /** @description Marbles to eject. */
            win: number;
            /** @description Repetitions of a position for a draw. */
            repetition: number;
            /** @description Moves without an ejection for a draw. */
            quiet: number;
            /** @description Moves after which the game ends. */
            plies: number;
            /**
             * @description Then who has ejected more wins.
             * @enum {unknown}
             */
            limit: "draw" | "score";
            /** @description Without an ejection by this turn, whoever is nearer to the centre wins. */
            centre: number;
            /** @description Without an ejection by this turn, whoever is nearer to the middle row wins. */
            line: number;
            /** @description Passive moves in a row that lose the game. */
            passive: number;
            /**
             * @description Who has no legal move loses.
             * @enum {unknown}
             */
            stuck: "draw" | "loss";
            /** @description Ko: no earlier position may come again. */
            ko: boolean;
            turn: components["schemas"]["Seconds"];
            game: components["schemas"]["Seconds"];
            gain: components["schemas"]["Seconds"];
            cap: components["schemas"]["Seconds"];
            delay: components["schemas"]["Seconds"];
        };
        /**
         * @description Seconds, or a time as text such as 500ms or 2d.
         * @example 5
         * @example 0.5
         * @example 5
         * @example 90s
         */
        Time: number | string;
        /** @description Rules as text, or as an object of settings. */
        NewRules: string | {
            /**
             * @description The rules of a game; they count before the preset.
             * @example classic,win=3
             */
            text?: string;
            /**
             * @description The name of a preset; without it classic.
             * @example classic
             * @example course
             * @example tournament
             */
            preset?: string;
            /** @description Marbles to eject. */
            win?: number | string;
            /** @description Repetitions of a position for a draw. */
            repetition?: number | string;
            /** @description Moves without an ejection for a draw. */
            quiet?: number | string;
            /** @description Moves after which the game ends; 0 stands for 10000. */
            plies?: number | string;
            /**
             * @description Then who has ejected more wins.
             * @enum {unknown}
             */
            limit?: "draw" | "score";
            /** @description Without an ejection by this turn, whoever is nearer to the centre wins. */
            centre?: number | string;
            /** @description Without an ejection by this turn, whoever is nearer to the middle row wins. */
            line?: number | string;
            /** @description Passive moves in a row that lose the game. */
            passive?: number | string;
            /**
             * @description Who has no legal move loses.
             * @enum {unknown}
             */
            stuck?: "draw" | "loss";
            /**
             * @description Ko: no earlier position may come again.
             * @enum {unknown}
             */
            ko?: true | false | "yes" | "no";
            turn?: components["schemas"]["Time"];
            game?: components["schemas"]["Time"];
            gain?: components["schemas"]["Time"];
            cap?: components["schemas"]["Time"];
            delay?: components["schemas"]["Time"];
            /** @description Days for each move, instead of turn. */
            days?: number | string;
            /** @description Days for all moves, instead of game. */
            bank?: number | string;
        };
        /** @description A seat of a game. */
        Seat: {
            /** @constant */
            kind: "person";
            colour: components["schemas"]["Colour"];
            name?: components["schemas"]["Nickname"];
            /** @description The account that plays the seat. */
            user?: components["schemas"]["UserName"];
            /**
             * @description A program plays: the account says so.
             * @constant
             */
            bot?: true;
            /** @description Until when the player is on vacation, in a slow game. */
            away?: components["schemas"]["Date"];
            /**
             * @description Why the player is out.
             * @enum {unknown}
             */
            left?: "ejections" | "stuck" | "repetition" | "quiet" | "plies" | "agreement" | "resignation" | "time" | "score" | "centre" | "central" | "line" | "passive" | "declined" | "idle";
            /** @description The number of the first move that was played without the player. */
            left_ply?: number;
            /**
             * @description The seat is that of the key or account that asks.
             * @constant
             */
            you?: true;
        } | {
            /** @constant */
            kind: "open";
            colour: components["schemas"]["Colour"];
            /** @description Whether somebody has it. */
            taken: boolean;
            name?: components["schemas"]["Nickname"];
            /** @description The account that plays the seat. */
            user?: components["schemas"]["UserName"];
            /**
             * @description A program plays: the account says so.
             * @constant
             */
            bot?: true;
            /** @description Until when the player is on vacation, in a slow game. */
            away?: components["schemas"]["Date"];
            /** @description The rating of the account, in a rated game: when it began, or now; after the end just before it. */
            rating?: number;
            /**
             * @description The rating is not sure.
             * @constant
             */
            provisional?: true;
            /** @description What the game has made of the rating. */
            rating_change?: number;
            /**
             * @description The seat is free for anybody.
             * @constant
             */
            listed?: true;
            /** @description The ratings that the free seat is for. */
            range?: components["schemas"]["RatingRange"];
            /**
             * @description Why the player is out.
             * @enum {unknown}
             */
            left?: "ejections" | "stuck" | "repetition" | "quiet" | "plies" | "agreement" | "resignation" | "time" | "score" | "centre" | "central" | "line" | "passive" | "declined" | "idle";
            /** @description The number of the first move that was played without the player. */
            left_ply?: number;
            /**
             * @description The seat is that of the key or account that asks.
             * @constant
             */
            you?: true;
        } | {
            /** @constant */
            kind: "user";
            colour: components["schemas"]["Colour"];
            name: components["schemas"]["UserName"];
            /** @description Whether it has accepted. */
            taken: boolean;
            /** @description The account that plays the seat. */
            user?: components["schemas"]["UserName"];
            /**
             * @description A program plays: the account says so.
             * @constant
             */
            bot?: true;
            /** @description Until when the player is on vacation, in a slow game. */
            away?: components["schemas"]["Date"];
            /** @description The rating of the account, in a rated game: when it began, or now; after the end just before it. */
            rating?: number;
            /**
             * @description The rating is not sure.
             * @constant
             */
            provisional?: true;
            /** @description What the game has made of the rating. */
            rating_change?: number;
            /**
             * @description Why the player is out.
             * @enum {unknown}
             */
            left?: "ejections" | "stuck" | "repetition" | "quiet" | "plies" | "agreement" | "resignation" | "time" | "score" | "centre" | "central" | "line" | "passive" | "declined" | "idle";
            /** @description The number of the first move that was played without the player. */
            left_ply?: number;
            /**
             * @description The seat is that of the key or account that asks.
             * @constant
             */
            you?: true;
        } | {
            /** @constant */
            kind: "computer";
            colour: components["schemas"]["Colour"];
            /** @description How well it plays. */
            level: number;
            /** @description Its account, where it has one: a level, and a program that plays as its name alone says. */
            user?: components["schemas"]["UserName"];
            /**
             * @description It has an account.
             * @constant
             */
            bot?: true;
            /** @description The rating of the account, in a rated game: when it began, or now; after the end just before it. */
            rating?: number;
            /**
             * @description The rating is not sure.
             * @constant
             */
            provisional?: true;
            /** @description What the game has made of the rating. */
            rating_change?: number;
            /**
             * @description Why the player is out.
             * @enum {unknown}
             */
            left?: "ejections" | "stuck" | "repetition" | "quiet" | "plies" | "agreement" | "resignation" | "time" | "score" | "centre" | "central" | "line" | "passive" | "declined" | "idle";
            /** @description The number of the first move that was played without the player. */
            left_ply?: number;
        } | {
            /** @constant */
            kind: "computer";
            colour: components["schemas"]["Colour"];
            /** @description Its name. */
            opponent: string;
            /** @description Its account, where it has one: a level, and a program that plays as its name alone says. */
            user?: components["schemas"]["UserName"];
            /**
             * @description It has an account.
             * @constant
             */
            bot?: true;
            /** @description The rating of the account, in a rated game: when it began, or now; after the end just before it. */
            rating?: number;
            /**
             * @description The rating is not sure.
             * @constant
             */
            provisional?: true;
            /** @description What the game has made of the rating. */
            rating_change?: number;
            /**
             * @description Why the player is out.
             * @enum {unknown}
             */
            left?: "ejections" | "stuck" | "repetition" | "quiet" | "plies" | "agreement" | "resignation" | "time" | "score" | "centre" | "central" | "line" | "passive" | "declined" | "idle";
            /** @description The number of the first move that was played without the player. */
            left_ply?: number;
        };
        /** @description Who shall play a seat. */
        NewSeat: {
            /** @constant */
            kind: "person";
            name?: components["schemas"]["Nickname"];
        } | {
            /** @constant */
            kind: "open";
            /** @description Whether anybody may, without the invitation. */
            listed?: boolean;
            /** @description Of an account alone whose rating is in this range. */
            rating?: components["schemas"]["RatingRange"];
        } | {
            /** @constant */
            kind: "user";
            name: components["schemas"]["UserName"];
        } | {
            /** @constant */
            kind: "computer";
            /** @description How well it plays. */
            level: number;
        } | {
            /** @constant */
            kind: "computer";
            /**
             * @description One of GET /opponents, perhaps with plies, a level and settings.
             * @example abapro
             * @example abla-combined:2
             */
            opponent: string;
        };
        /**
         * @description The least and the greatest rating.
         * @example [
         *       1400,
         *       1600
         *     ]
         */
        RatingRange: number[];
        /**
         * @description A number of players and a speed, in which there are ratings.
         * @example 2-rapid
         */
        Category: string;
        /** @description What a player has proposed. */
        Proposal: {
            /** @enum {unknown} */
            kind: "draw" | "pause" | "rematch";
            colour: components["schemas"]["Colour"];
            /** @description Whose consent is missing. */
            missing: components["schemas"]["Colour"][];
        } | {
            /** @constant */
            kind: "takeback";
            colour: components["schemas"]["Colour"];
            /** @description Whose consent is missing. */
            missing: components["schemas"]["Colour"][];
            /** @description The number of the next move after it. */
            ply: number;
        };
        /** @description What a player has said. */
        Message: {
            event: number;
            colour: components["schemas"]["Colour"];
            text: components["schemas"]["ChatText"];
        };
        /**
         * @description One line that is not blank, without control characters.
         * @example Good luck
         */
        ChatText: string;
        /** @description What is left on the clocks. */
        Clock: {
            runs: components["schemas"]["Turn"];
            /** @description For the game, of each player in the order of play. */
            left?: components["schemas"]["Milliseconds"][];
            turn?: components["schemas"]["Milliseconds"];
            delay?: components["schemas"]["Milliseconds"];
        };
        /** @description What moves and other events change. */
        State: {
            position: components["schemas"]["Position"];
            /** @description The number of the next move. */
            ply: number;
            turn: components["schemas"]["Turn"];
            result: components["schemas"]["Result"];
            reason: components["schemas"]["Reason"];
        };
        /** @description Who follows the game. */
        Presence: {
            /** @description The seats with an open stream. */
            here: components["schemas"]["Colour"][];
            /** @description How many other streams are open. */
            spectators: number;
            clock?: components["schemas"]["Clock"];
        };
        /** @description The game object without what changes by itself. */
        StoredGame: {
            id: components["schemas"]["GameId"];
            number: components["schemas"]["GameNumber"];
            board: components["schemas"]["Board"];
            /** @description The name of the start position; empty where it was a position. */
            layout: string;
            start: components["schemas"]["Position"];
            rules: components["schemas"]["Rules"];
            /** @description In the order of play. */
            seats: components["schemas"]["Seat"][];
            /** @description All moves so far, without those taken back. */
            moves: components["schemas"]["Move"][];
            /**
             * @description What the game waits for.
             * @enum {unknown}
             */
            status: "waiting" | "playing" | "paused" | "over";
            /** @description What has not yet been answered by all. */
            proposals: components["schemas"]["Proposal"][];
            /** @description The newest messages, oldest first. */
            chat: components["schemas"]["Message"][];
            next: components["schemas"]["GameIdOrNone"];
            created: components["schemas"]["Date"];
            closes: components["schemas"]["DateOrNone"];
            /** @description The number of the newest event. */
            event: number;
            /** @description How many seconds a player may be gone. */
            claim?: number;
            /**
             * @description The lobby may show the game.
             * @constant
             */
            public?: true;
            /**
             * @description There are no messages.
             * @constant
             */
            chat_off?: true;
            /**
             * @description Turns take days.
             * @constant
             */
            slow?: true;
            /**
             * @description The game is rated.
             * @constant
             */
            rated?: true;
            /** @description The ratings that a rated game is about. */
            category?: components["schemas"]["Category"];
            /** @description The tournament that the game belongs to. */
            tournament?: components["schemas"]["GameId"];
        } & components["schemas"]["State"];
        /** @description The game object. */
        Game: components["schemas"]["StoredGame"] & components["schemas"]["Presence"];
        /** @description A game in a list. */
        GameRow: {
            id: components["schemas"]["GameId"];
            number: components["schemas"]["GameNumber"];
            /** @description The name of the start position; empty where it was a position. */
            layout: string;
            /** @description The rules as text. */
            rules: string;
            /**
             * @description What the game waits for.
             * @enum {unknown}
             */
            status: "waiting" | "playing" | "paused" | "over";
            /** @description In the order of play. */
            seats: components["schemas"]["Seat"][];
            /** @description How many seats are free for anybody. */
            wanted: number;
            created: components["schemas"]["Date"];
            moved: components["schemas"]["DateOrNone"];
            closes: components["schemas"]["DateOrNone"];
            next: components["schemas"]["GameIdOrNone"];
            /** @description The seats with an open stream. */
            here: components["schemas"]["Colour"][];
            /** @description How many other streams are open. */
            spectators: number;
            /**
             * @description Turns take days.
             * @constant
             */
            slow?: true;
            /**
             * @description The game is rated.
             * @constant
             */
            rated?: true;
            /** @description The ratings that a rated game is about. */
            category?: components["schemas"]["Category"];
        } & components["schemas"]["State"];
        /** @description Some games. */
        GameList: {
            games: components["schemas"]["GameRow"][];
        };
        /** @description A game to be created. */
        NewGame: {
            /** @description One for each player, Black first. */
            seats: components["schemas"]["NewSeat"][];
            /**
             * @description The name of a layout or of a position of docs/rules.md.
             * @example belgian-daisy
             * @example Belgian Daisy
             * @example standard
             */
            layout?: string;
            /** @description How many play the layout. */
            players?: number;
            /** @description Whether facing pairs play together. */
            teams?: boolean;
            /**
             * @description A position in any form of docs/formats.md.
             * @example ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0 0 1
             */
            position?: string;
            rules?: components["schemas"]["NewRules"];
            /** @description A game by post: with a clock of days, or else one of 21 days for a turn. */
            slow?: boolean;
            /** @description Whether the lobby may show the game. */
            public?: boolean;
            /** @description Whether there are messages. */
            chat?: boolean;
            /** @description Whether the result counts for the ratings of the players. */
            rated?: boolean;
        } & (unknown | unknown);
        /** @description A move that may be played, and what then. */
        ConditionalMove: {
            /**
             * @description In any notation; of another player * for all that are not named.
             * @example a1b2
             * @example *
             */
            move: string;
            /** @description The moves that may follow: where it is one's turn a single one. */
            then?: components["schemas"]["ConditionalMove"][];
        };
        /** @description Conditional moves. */
        Conditional: {
            /** @description The number of the next move. */
            ply: number;
            /** @description The moves that may come next; empty where there are none. */
            tree: components["schemas"]["ConditionalMove"][];
        };
        /** @description Conditional moves to be set: a tree, or one move for whatever the others play. */
        NewConditional: {
            /** @description The number of the next move. */
            ply: number;
            /** @description The moves that may come next. */
            tree?: components["schemas"]["ConditionalMove"][];
            /**
             * @description A move in any notation.
             * @example a1b2
             */
            queue?: string;
        } & (unknown | unknown);
        /** @description A new game with its secrets. */
        Created: {
            game: components["schemas"]["Game"];
            /** @description The keys of the seats of kind person. */
            keys: (components["schemas"]["Key"] | null)[];
            /** @description The invitations to the open seats. */
            invitations: (components["schemas"]["Key"] | null)[];
        };
        /** @description A move to be made. */
        MoveRequest: {
            /** @description The number of the move. */
            ply: number;
            /**
             * @description A move in any notation of docs/formats.md.
             * @example a1b2
             * @example I5,H5
             * @example a1NE
             */
            move: string;
            /** @description Milliseconds that the way to the server and back takes. */
            lag?: number;
        };
        /** @description A move on disk. */
        MoveMade: {
            /** @description Its number. */
            ply: number;
            move: components["schemas"]["Move"];
            /** @description The number of its event. */
            event: number;
        };
        /** @description A proposal or an answer. */
        ProposalRequest: {
            /**
             * @description What to do; without it accept where one stands, else offer.
             * @enum {unknown}
             */
            action?: "offer" | "accept" | "decline" | "withdraw";
        };
        /** @description A takeback or an answer. */
        TakebackRequest: {
            /**
             * @description What to do; without it accept where one stands, else offer.
             * @enum {unknown}
             */
            action?: "offer" | "accept" | "decline" | "withdraw";
            /** @description The number of the next move after it; without it that of your last move. */
            ply?: number;
        };
        /** @description An object without members. */
        Nothing: Record<string, never>;
        /** @description A seat to be taken. */
        JoinRequest: {
            invitation?: components["schemas"]["Key"];
            name?: components["schemas"]["Nickname"];
        };
        /** @description A message. */
        ChatRequest: {
            text: components["schemas"]["ChatText"];
        };
        /** @description The whole game, at the beginning of a stream. */
        FullEvent: {
            /** @description The number of the newest event. */
            event: number;
            game: components["schemas"]["Game"];
        };
        /** @description A move. */
        MoveEvent: {
            /** @description The number of the event. */
            event: number;
            colour: components["schemas"]["Colour"];
            move: components["schemas"]["Move"];
            spent?: components["schemas"]["Milliseconds"];
            clock?: components["schemas"]["Clock"];
            /** @description What the end of a rated game has made of the ratings, in the order of play. */
            rating_changes?: number[];
        } & components["schemas"]["State"];
        /** @description A player gives up. */
        ResignEvent: {
            /** @description The number of the event. */
            event: number;
            colour: components["schemas"]["Colour"];
            clock?: components["schemas"]["Clock"];
            /** @description What the end of a rated game has made of the ratings, in the order of play. */
            rating_changes?: number[];
        } & components["schemas"]["State"];
        /** @description A player exceeds his time. */
        TimeEvent: {
            /** @description The number of the event. */
            event: number;
            colour: components["schemas"]["Colour"];
            clock?: components["schemas"]["Clock"];
            /** @description What the end of a rated game has made of the ratings, in the order of play. */
            rating_changes?: number[];
        } & components["schemas"]["State"];
        /** @description A player has gone, and another claims the game. */
        GoneEvent: {
            /** @description The number of the event. */
            event: number;
            colour: components["schemas"]["Colour"];
            by: components["schemas"]["Colour"];
            clock?: components["schemas"]["Clock"];
            /** @description What the end of a rated game has made of the ratings, in the order of play. */
            rating_changes?: number[];
        } & components["schemas"]["State"];
        /** @description A proposal is made, accepted, declined or withdrawn. */
        ProposalEvent: {
            /** @description The number of the event. */
            event: number;
            colour: components["schemas"]["Colour"];
            /**
             * @description Of the proposal.
             * @enum {unknown}
             */
            kind: "draw" | "takeback" | "pause" | "rematch";
            /** @description Whether nobody's consent is missing any more. */
            done: boolean;
            next?: components["schemas"]["GameId"];
            clock?: components["schemas"]["Clock"];
            /** @description What the end of a rated game has made of the ratings, in the order of play. */
            rating_changes?: number[];
        } & components["schemas"]["State"];
        /** @description A pause ends. */
        ResumeEvent: {
            /** @description The number of the event. */
            event: number;
            colour: components["schemas"]["Colour"];
            clock?: components["schemas"]["Clock"];
        } & components["schemas"]["State"];
        /** @description A player goes on vacation. */
        AwayEvent: {
            /** @description The number of the event. */
            event: number;
            colour: components["schemas"]["Colour"];
            until: components["schemas"]["Date"];
            clock?: components["schemas"]["Clock"];
        } & components["schemas"]["State"];
        /** @description A player comes back from vacation. */
        BackEvent: {
            /** @description The number of the event. */
            event: number;
            colour: components["schemas"]["Colour"];
            clock?: components["schemas"]["Clock"];
        } & components["schemas"]["State"];
        /** @description An open seat is taken. */
        JoinEvent: {
            /** @description The number of the event. */
            event: number;
            colour: components["schemas"]["Colour"];
            /** @description The nickname; empty where there is none. */
            name: string;
            user?: components["schemas"]["UserName"];
            clock?: components["schemas"]["Clock"];
        } & components["schemas"]["State"];
        /** @description An account takes a seat along that was played with a key. */
        AccountEvent: {
            /** @description The number of the event. */
            event: number;
            colour: components["schemas"]["Colour"];
            name: components["schemas"]["UserName"];
            user: components["schemas"]["UserName"];
            clock?: components["schemas"]["Clock"];
        } & components["schemas"]["State"];
        /** @description A message. */
        ChatEvent: {
            /** @description The number of the event. */
            event: number;
            colour: components["schemas"]["Colour"];
            text: components["schemas"]["ChatText"];
            clock?: components["schemas"]["Clock"];
        };
        /** @description The game ends without a result. */
        CloseEvent: {
            /** @description The number of the event. */
            event: number;
            /**
             * @description Who declined; empty where nobody did.
             * @enum {unknown}
             */
            colour: "" | "b" | "w" | "r" | "g" | "y" | "p";
            next: components["schemas"]["GameIdOrNone"];
            clock?: components["schemas"]["Clock"];
        } & components["schemas"]["State"];
        /** @description Who follows the game has changed. */
        PresenceEvent: components["schemas"]["Presence"];
        /** @description An event of a game as a line of NDJSON. */
        GameEventLine: ({
            /** @constant */
            type: "gameFull";
        } & components["schemas"]["FullEvent"]) | ({
            /** @constant */
            type: "move";
        } & components["schemas"]["MoveEvent"]) | ({
            /** @constant */
            type: "resign";
        } & components["schemas"]["ResignEvent"]) | ({
            /** @constant */
            type: "time";
        } & components["schemas"]["TimeEvent"]) | ({
            /** @constant */
            type: "gone";
        } & components["schemas"]["GoneEvent"]) | ({
            /** @constant */
            type: "offer";
        } & components["schemas"]["ProposalEvent"]) | ({
            /** @constant */
            type: "accept";
        } & components["schemas"]["ProposalEvent"]) | ({
            /** @constant */
            type: "decline";
        } & components["schemas"]["ProposalEvent"]) | ({
            /** @constant */
            type: "withdraw";
        } & components["schemas"]["ProposalEvent"]) | ({
            /** @constant */
            type: "resume";
        } & components["schemas"]["ResumeEvent"]) | ({
            /** @constant */
            type: "join";
        } & components["schemas"]["JoinEvent"]) | ({
            /** @constant */
            type: "account";
        } & components["schemas"]["AccountEvent"]) | ({
            /** @constant */
            type: "chat";
        } & components["schemas"]["ChatEvent"]) | ({
            /** @constant */
            type: "close";
        } & components["schemas"]["CloseEvent"]) | ({
            /** @constant */
            type: "presence";
        } & components["schemas"]["PresenceEvent"]) | ({
            /** @constant */
            type: "away";
        } & components["schemas"]["AwayEvent"]) | ({
            /** @constant */
            type: "back";
        } & components["schemas"]["BackEvent"]);
        /** @description An event of a game as a Server-Sent Event. */
        GameEventMessage: {
            id: string;
            /** @constant */
            event: "gameFull";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "move";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "resign";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "time";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "gone";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "offer";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "accept";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "decline";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "withdraw";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "resume";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "join";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "account";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "chat";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "close";
            data: string;
        } | {
            /** @constant */
            event: "presence";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "away";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "back";
            data: string;
        };
        /** @description A position to be searched. */
        AnalysisRequest: {
            /**
             * @description The name of a layout or of a position of docs/rules.md.
             * @example belgian-daisy
             * @example Belgian Daisy
             * @example standard
             */
            layout?: string;
            /** @description How many play the layout. */
            players?: number;
            /** @description Whether facing pairs play together. */
            teams?: boolean;
            /**
             * @description A position in any form of docs/formats.md.
             * @example ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0 0 1
             */
            position?: string;
            rules?: components["schemas"]["NewRules"];
            /**
             * @description Moves played from there.
             * @example []
             */
            moves?: string[];
            /** @description The limit in milliseconds. */
            time?: number;
            /** @description The limit in nodes. */
            nodes?: number;
            /** @description The limit in plies. */
            depth?: number;
            /** @description How many best lines. */
            multipv?: number;
        } & (unknown | unknown);
        /** @description A score, from the view of the side to move. */
        Score: {
            cp: number;
        } | {
            plies: number;
            win: boolean;
        };
        /** @description What can be expected, 0 to 1. */
        Share: number;
        /** @description What Black can expect; where more than two play, what each can. */
        Expectation: components["schemas"]["Share"] | components["schemas"]["Share"][];
        /** @description A variation. */
        Line: components["schemas"]["Move"][];
        /** @description What an opponent would do if it were his turn. */
        Threat: {
            move: components["schemas"]["Move"];
            score: components["schemas"]["Score"];
            /** @description Whether it ejects a marble. */
            ejects: boolean;
            depth: number;
            pv: components["schemas"]["Line"];
            /** @description What it wins; absent where the game is decided. */
            gain?: number;
        };
        /** @description The threat of one of several opponents. */
        SideThreat: {
            side: components["schemas"]["Colour"];
            move: components["schemas"]["Move"];
            score: components["schemas"]["Score"];
            /** @description Whether it ejects a marble. */
            ejects: boolean;
            depth: number;
            pv: components["schemas"]["Line"];
            /** @description What it wins; absent where the game is decided. */
            gain?: number;
        };
        /** @description The search has finished a depth. */
        DepthLine: {
            /** @constant */
            type: "depth";
            depth: number;
            multipv: number;
            score: components["schemas"]["Score"];
            nodes: number;
            nps: number;
            time: components["schemas"]["Milliseconds"];
            pv: components["schemas"]["Line"];
        };
        /** @description What the search has found. */
        EndLine: {
            /** @constant */
            type: "end";
            expectation: components["schemas"]["Expectation"];
            threat: components["schemas"]["Threat"] | null;
            /** @description The marbles that one move of an opponent can eject. */
            hanging: {
                side: components["schemas"]["Colour"];
                marble: components["schemas"]["Cell"];
                by: components["schemas"]["Move"][];
            }[];
            /** @description How the marbles of each player stand together. */
            formations: {
                side: components["schemas"]["Colour"];
                groups: number;
                largest: number;
                alone: number;
                hexagons: components["schemas"]["Cell"][];
            }[];
            best: components["schemas"]["Move"] | null;
            result: components["schemas"]["Result"];
            reason: components["schemas"]["Reason"];
            /** @description Where more than two play, those of all opponents. */
            threats?: components["schemas"]["SideThreat"][];
            /** @description The players who cannot save all their hanging marbles. */
            forks?: {
                side: components["schemas"]["Colour"];
                marbles: components["schemas"]["Cell"][];
            }[];
        };
        /** @description The stream ends early, because the server is out of memory. */
        ErrorLine: {
            /** @constant */
            type: "error";
            error: {
                /** @constant */
                code: "internal";
                message: string;
            };
        };
        /** @description A line of an analysis. */
        AnalysisLine: components["schemas"]["DepthLine"] | components["schemas"]["EndLine"] | components["schemas"]["ErrorLine"];
        /** @description A move is judged. */
        ReviewMoveLine: {
            /** @constant */
            type: "move";
            /** @description The number of the move in this game, from 1. */
            ply: number;
            side: components["schemas"]["Colour"];
            move: components["schemas"]["Move"];
            best: components["schemas"]["Move"];
            score: components["schemas"]["Score"];
            after: components["schemas"]["Score"];
            loss: components["schemas"]["Share"];
            grade: components["schemas"]["Grade"];
            depth: number;
            expectation: components["schemas"]["Expectation"];
            line: components["schemas"]["Line"];
        };
        /**
         * @description The grade of a move.
         * @enum {unknown}
         */
        Grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
        /** @description The figures of a player. */
        ReviewSide: {
            accuracy: number;
            passivity: components["schemas"]["Share"];
            passive_run: number;
            /** @description How many moves got each grade. */
            grades: {
                best: number;
                good: number;
                inaccuracy: number;
                mistake: number;
                blunder: number;
            };
        };
        /** @description All moves are judged. */
        SummaryLine: {
            /** @constant */
            type: "summary";
            moves: number;
            /** @description The ply of the turning point; null where there is none. */
            turning: number | null;
            start: components["schemas"]["Expectation"];
            b: components["schemas"]["ReviewSide"];
            w: components["schemas"]["ReviewSide"];
            /** @description Nodes for each move. */
            nodes: number;
            r?: components["schemas"]["ReviewSide"];
            g?: components["schemas"]["ReviewSide"];
            y?: components["schemas"]["ReviewSide"];
            p?: components["schemas"]["ReviewSide"];
        };
        /** @description A line of a review. */
        ReviewLine: components["schemas"]["ReviewMoveLine"] | components["schemas"]["SummaryLine"] | components["schemas"]["ErrorLine"];
        /** @description A line of an analysis as a Server-Sent Event. */
        AnalysisMessage: {
            /** @enum {unknown} */
            event: "depth" | "end" | "error";
            data: string;
        };
        /** @description A line of a review as a Server-Sent Event. */
        ReviewMessage: {
            /** @enum {unknown} */
            event: "move" | "summary" | "error";
            data: string;
        };
        /** @description The start positions. */
        Layouts: {
            layouts: {
                name: string;
                board: components["schemas"]["Board"];
                position: components["schemas"]["Position"];
                players: number;
                /** @description Whether it has facing pairs. */
                teams: boolean;
            }[];
        };
        /** @description The named opponents. */
        Opponents: {
            opponents: {
                name: string;
                about: string;
                /** @description How far it searches; 0 for not at all. */
                plies: number;
                plies_max: number;
                /** @description Names that may stand for the number of plies, weakest first. */
                levels: string[];
            }[];
        };
        /** @description A text with a game. */
        RecordRequest: {
            /**
             * @description APGN, the PGN of another program, or a list of moves.
             * @example 1. a1b2 i5h5
             */
            text: string;
            /** @description Which of several games. */
            game?: number;
        };
        /** @description A game read from text. */
        Record: {
            /** @description All tags by name. */
            tags: {
                [key: string]: string;
            };
            board: components["schemas"]["Board"];
            start: components["schemas"]["Position"];
            position: components["schemas"]["Position"];
            rules: components["schemas"]["Rules"];
            moves: components["schemas"]["Move"][];
            /** @description What stands between the moves. */
            remarks: ({
                /** @description The number of moves before it. */
                ply: number;
                comment: string;
            } | {
                /** @description The number of moves before it. */
                ply: number;
                glyph: string;
            } | {
                /** @description The number of moves before it. */
                ply: number;
                /** @description The player and why. */
                leaves: string;
            })[];
            result: components["schemas"]["Result"];
            /** @description What was filled in. */
            notes: string[];
            /** @description How many games the text has. */
            games: number;
        };
        /** @description The moves played from a position. */
        Openings: {
            position: components["schemas"]["Position"];
            games: number;
            /** @description Whether no finished games are still being counted. */
            complete: boolean;
            /** @description Most played first. */
            moves: {
                move: components["schemas"]["Move"];
                games: number;
                wins: number;
                draws: number;
                losses: number;
                unfinished: number;
                score: components["schemas"]["Share"] | null;
            }[];
        };
        /** @description What a solved board says of a position. */
        TableAnswer: {
            /**
             * @description The value for the side to move.
             * @enum {unknown}
             */
            category: "win" | "loss" | "draw";
            /** @description The number of plies to the end; null for a draw. */
            distance: number | null;
            position: components["schemas"]["Position"];
            /** @description The solved game. */
            table: {
                board: components["schemas"]["Board"];
                /** @description Of each side at the start. */
                marbles: number;
                /** @description How many must be ejected. */
                win: number;
                /** @description Whether to have no move loses. */
                stuck_loses: boolean;
            };
            /** @description Best first. */
            moves: {
                /**
                 * @description The value for the side to move.
                 * @enum {unknown}
                 */
                category: "win" | "loss" | "draw";
                /** @description The number of plies to the end; null for a draw. */
                distance: number | null;
                move: components["schemas"]["Move"];
            }[];
        };
        /** @description Where others find the server. */
        Server: {
            /** @description Whether it listens to its own machine alone. */
            loopback: boolean;
            /** @description IPv4 first. */
            addresses: string[];
        };
        /** @description Who signs in. */
        SignRequest: {
            /**
             * @description The name of the account.
             * @example Ann
             */
            name: string;
            password: components["schemas"]["AnyPassword"];
        };
        /** @description An account to be made. */
        NewAccount: {
            name: components["schemas"]["UserName"];
            password: components["schemas"]["Password"];
        };
        /** @description A new password. */
        PasswordChange: {
            password: components["schemas"]["AnyPassword"];
            new_password: components["schemas"]["Password"];
        };
        /** @description The password, to be sure. */
        PasswordRequest: {
            password: components["schemas"]["AnyPassword"];
        };
        /** @description A token to be made. */
        NewToken: {
            /**
             * @description One line that is not blank, without control characters.
             * @example bot
             */
            label: string;
            /** @description What it allows; play includes read. */
            scopes: ("read" | "play")[];
        };
        /** @description A seat to be taken along. */
        KeyRequest: {
            key: components["schemas"]["Key"];
        };
        /** @description A browser that is signed in. */
        Session: {
            id: components["schemas"]["LoginId"];
            /** @description What the browser calls itself, or the name of the token. */
            label: string;
            created: components["schemas"]["Date"];
            used: components["schemas"]["Date"];
            /**
             * @description It is the one that asks.
             * @constant
             */
            current?: true;
        };
        /** @description A token without its secret. */
        TokenInfo: {
            id: components["schemas"]["LoginId"];
            /** @description What the browser calls itself, or the name of the token. */
            label: string;
            created: components["schemas"]["Date"];
            used: components["schemas"]["Date"];
            /** @description What it allows. */
            scopes: ("read" | "play")[];
            /**
             * @description It is the one that asks.
             * @constant
             */
            current?: true;
        };
        /** @description A token, which is shown this once. */
        NewTokenMade: {
            id: components["schemas"]["LoginId"];
            /** @description What the browser calls itself, or the name of the token. */
            label: string;
            created: components["schemas"]["Date"];
            used: components["schemas"]["Date"];
            /** @description What it allows. */
            scopes: ("read" | "play")[];
            token: components["schemas"]["Token"];
        };
        /** @description What an account has. */
        AccountData: {
            name: components["schemas"]["UserName"];
            created: components["schemas"]["Date"];
            address: components["schemas"]["AddressOrNone"];
            /** @description One that is to be confirmed. */
            pending: components["schemas"]["AddressOrNone"];
            sessions: components["schemas"]["Session"][];
            tokens: components["schemas"]["TokenInfo"][];
        };
        /** @description An account, for itself. */
        Account: components["schemas"]["AccountData"];
        /** @description An account that has just been made or changed. */
        AccountAnswer: {
            account: components["schemas"]["Account"];
        };
        /** @description Everything that is stored about an account but for secrets. */
        AccountExport: {
            games: components["schemas"]["GameId"][];
            /** @description With all their games. */
            ratings: components["schemas"]["RatingHistory"][];
            settings: components["schemas"]["Settings"];
            /** @description By conversation. */
            messages: {
                name: components["schemas"]["UserName"];
                messages: components["schemas"]["PrivateMessage"][];
            }[];
            /** @description Whom the account has blocked. */
            blocks: components["schemas"]["UserName"][];
            /** @description What it has reported. */
            reports: {
                number: components["schemas"]["Number"];
                at: components["schemas"]["Date"];
                /** @description Of whom, as it was shown. */
                name: string;
                /** @description What was said. */
                quote: string;
                text: components["schemas"]["ReportText"];
            }[];
            vacation: components["schemas"]["Vacation"];
            /** @description The games that it follows. */
            subscriptions: components["schemas"]["GameId"][];
        } & components["schemas"]["AccountData"];
        /** @description What everybody may know of an account; a closed one has no ratings, a computer of the server level or opponent. */
        User: {
            name: components["schemas"]["UserName"];
            created: components["schemas"]["Date"];
            /**
             * @description The account is closed.
             * @constant
             */
            closed?: true;
            /** @description One for each category with a rated game. */
            ratings?: components["schemas"]["Rating"][];
            /**
             * @description A program plays: the account says so.
             * @constant
             */
            bot?: true;
            /** @description Of a computer of the server: how well it plays. */
            level?: number;
            /** @description Of a computer of the server: the program of the past that it plays as. */
            opponent?: string;
        } & (unknown | unknown);
        /** @description A rating of an account. */
        Rating: {
            category: components["schemas"]["Category"];
            /** @description The rating after the newest game. */
            rating: number;
            /** @description How sure the rating is, as a standard deviation. */
            deviation: number;
            /** @description Whether the rating is not sure by now. */
            provisional: boolean;
            /** @description Games that were rated. */
            games: number;
            /** @description Those that were won. */
            wins: number;
            /** @description Those that were drawn. */
            draws: number;
            /** @description Those that were lost. */
            losses: number;
            at: components["schemas"]["Date"];
        };
        /** @description A rated game of an account. */
        RatedGame: {
            /** @description How many games there were by then. */
            number: number;
            at: components["schemas"]["Date"];
            /** @description The rating after it. */
            rating: number;
            /** @description How sure the rating is, as a standard deviation. */
            deviation: number;
            /** @description What the game has made of the rating. */
            change: number;
            game: components["schemas"]["GameId"];
        };
        /** @description A rating and all its games. */
        RatingHistory: {
            /** @description Newest first. */
            history: components["schemas"]["RatedGame"][];
        } & components["schemas"]["Rating"];
        /** @description What the owner of an account has set. */
        Settings: {
            /** @description How many games the account plays at once; 0 is any number. */
            games_max: number;
            /** @description Whether a program plays; everybody sees it. */
            bot: boolean;
            /**
             * @description Mails about slow games that wait: none, at most one a day, or when a turn has begun.
             * @enum {unknown}
             */
            mail: "off" | "daily" | "turns";
        };
        /** @description Settings to be changed. */
        NewSettings: {
            /** @description How many games the account plays at once; 0 is any number. */
            games_max?: number;
            /** @description Whether a program plays. */
            bot?: boolean;
            /**
             * @description Mails about slow games that wait: none, at most one a day, or when a turn has begun.
             * @enum {unknown}
             */
            mail?: "off" | "daily" | "turns";
        };
        /** @description One's vacation, planned or begun, and how much there is in a year. */
        Vacation: {
            from: components["schemas"]["DateOrNone"];
            to: components["schemas"]["DateOrNone"];
            /** @description Whether it has begun. */
            away: boolean;
            /** @description Whether a day is spent where a turn of a slow game runs out of time. */
            auto: boolean;
            year: number;
            /** @description Days in a year. */
            allowance: number;
            /** @description Days that are left of it. */
            left: number;
        };
        /** @description A vacation to be taken, or how days are spent. */
        NewVacation: {
            /** @description Without it, it begins now. */
            from?: components["schemas"]["Date"];
            to: components["schemas"]["Date"];
            /** @description Whether a day is spent where a turn runs out of time. */
            auto?: boolean;
        } | {
            /** @description Whether a day is spent where a turn runs out of time. */
            auto: boolean;
        };
        /** @description A slow game that waits for the account. */
        Reminder: {
            id: components["schemas"]["GameId"];
            number: components["schemas"]["GameNumber"];
            colour: components["schemas"]["Colour"];
            ply: number;
            /** @description Identifies the turn. */
            turn: number;
            since: components["schemas"]["Date"];
            due: components["schemas"]["Date"];
            forfeit: components["schemas"]["DateOrNone"];
            /** @description Whether to remind the player now. */
            remind: boolean;
            /** @description Whether he was. */
            reminded: boolean;
        };
        /** @description The digest of an account. */
        Reminders: {
            games: components["schemas"]["Reminder"][];
            /** @description Of how many to remind the player now. */
            due: number;
        };
        /** @description Turns of which somebody was reminded. */
        NewReminders: {
            games: {
                id: components["schemas"]["GameId"];
                turn: number;
            }[];
        };
        /** @description The curve of a rating. */
        Curve: {
            name: components["schemas"]["UserName"];
            category: components["schemas"]["Category"];
            /** @description Newest first. */
            games: components["schemas"]["RatedGame"][];
        };
        /** @description A page of games. */
        UserGames: {
            games: components["schemas"]["GameRow"][];
            /** @description What to ask for next; null at the end. */
            before: number | null;
        };
        /** @description An account in the standings. */
        Standing: {
            /** @description From 1 on. */
            rank: number;
            name: components["schemas"]["UserName"];
            /** @description The rating after the newest game. */
            rating: number;
            /** @description How sure the rating is, as a standard deviation. */
            deviation: number;
            /** @description Games that were rated. */
            games: number;
            /** @description Those that were won. */
            wins: number;
            /** @description Those that were drawn. */
            draws: number;
            /** @description Those that were lost. */
            losses: number;
            at: components["schemas"]["Date"];
            /**
             * @description A program plays: the account says so.
             * @constant
             */
            bot?: true;
        };
        /** @description Who is best in a category. */
        Standings: {
            category: components["schemas"]["Category"];
            /** @description The rank of the first one. */
            from: number;
            /** @description Best first. */
            standings: components["schemas"]["Standing"][];
            /** @description Whether others follow. */
            more: boolean;
        };
        CommandRequest: {
            /** @description A line such as move GkysjnDL c5,d5. */
            command: string;
        };
        CommandResult: {
            /** @description For people: lines, or why the command was refused. */
            text: string;
            /** @description The status of the call that refused the command, or 200. */
            status: number;
            /** @description The error code of that call, if there is one. */
            code?: string;
        };
        /** @description Of a message: later ones have larger numbers. */
        Number: number;
        /**
         * @description What is written, in lines.
         * @example Hello,
         *     shall we play?
         */
        MessageText: string;
        NewMessage: {
            text: components["schemas"]["MessageText"];
        };
        PrivateMessage: {
            number: components["schemas"]["Number"];
            at: components["schemas"]["Date"];
            /** @description Whether one has written it oneself. */
            sent: boolean;
            unread: boolean;
            text: components["schemas"]["MessageText"];
        };
        MessageNumber: {
            number: components["schemas"]["Number"];
        };
        Conversations: {
            /** @description All messages that are not read. */
            unread: number;
            conversations: {
                name: components["schemas"]["UserName"];
                /**
                 * @description The account is closed.
                 * @constant
                 */
                closed?: true;
                unread: number;
                last: components["schemas"]["PrivateMessage"];
            }[];
            /** @description What the next page is asked for with. */
            before: components["schemas"]["Number"] | null;
        };
        Conversation: {
            name: components["schemas"]["UserName"];
            /**
             * @description The account is closed.
             * @constant
             */
            closed?: true;
            /** @description Whether one has blocked the other. */
            blocked: boolean;
            messages: components["schemas"]["PrivateMessage"][];
            /** @description What the next page is asked for with. */
            before: components["schemas"]["Number"] | null;
        };
        Blocks: {
            blocks: {
                name: components["schemas"]["UserName"];
                since: components["schemas"]["Date"];
            }[];
        };
        /**
         * @description Why.
         * @example This is rude.
         */
        ReportText: string;
        NewReport: {
            message: components["schemas"]["Number"];
            text: components["schemas"]["ReportText"];
        } | {
            game: components["schemas"]["GameId"];
            /** @description The number of the event of the game. */
            event: number;
            text: components["schemas"]["ReportText"];
        };
        /** @description The account as it is. */
        AccountFullEvent: {
            /** @description The number of the event: later ones have larger numbers. */
            event: number;
            name: components["schemas"]["UserName"];
            /** @description Those that are not over, and challenges. */
            games: components["schemas"]["GameRow"][];
            /** @description The games that one follows. */
            subscriptions: components["schemas"]["GameId"][];
            /** @description Messages that are not read; for a session alone. */
            unread?: number;
        };
        /** @description Somebody challenges one. */
        ChallengeEvent: {
            /** @description The number of the event: later ones have larger numbers. */
            event: number;
            game: components["schemas"]["GameRow"];
        };
        /** @description Somebody accepts a challenge. */
        ChallengeAcceptedEvent: {
            /** @description The number of the event: later ones have larger numbers. */
            event: number;
            game: components["schemas"]["GameRow"];
            /** @description Who did it. */
            by: string;
        };
        /** @description Somebody declines to play. */
        ChallengeDeclinedEvent: {
            /** @description The number of the event: later ones have larger numbers. */
            event: number;
            game: components["schemas"]["GameRow"];
            /** @description Who did it. */
            by: string;
        };
        /** @description A game of one's own begins. */
        GameStartEvent: {
            /** @description The number of the event: later ones have larger numbers. */
            event: number;
            game: components["schemas"]["GameRow"];
        };
        /** @description It is one's turn. */
        TurnEvent: {
            /** @description The number of the event: later ones have larger numbers. */
            event: number;
            game: components["schemas"]["GameId"];
            /** @description The number of the move. */
            ply: number;
        };
        /** @description A game has ended that one plays or follows. */
        GameEndEvent: {
            /** @description The number of the event: later ones have larger numbers. */
            event: number;
            game: components["schemas"]["GameRow"];
        };
        /** @description A move in a game that one follows. */
        FollowedMoveEvent: {
            /** @description The number of the event: later ones have larger numbers. */
            event: number;
            game: components["schemas"]["GameId"];
            /** @description The number of the move. */
            ply: number;
            move: components["schemas"]["Move"];
            colour: components["schemas"]["Colour"];
        };
        /** @description Somebody has written; for a session alone. */
        MessageReceivedEvent: {
            /** @description The number of the event: later ones have larger numbers. */
            event: number;
            from: components["schemas"]["UserName"];
            number: components["schemas"]["Number"];
            at: components["schemas"]["Date"];
            text: components["schemas"]["MessageText"];
        };
        /** @description An event of an account as a line of NDJSON. */
        AccountEventLine: ({
            /** @constant */
            type: "accountFull";
        } & components["schemas"]["AccountFullEvent"]) | ({
            /** @constant */
            type: "challenge";
        } & components["schemas"]["ChallengeEvent"]) | ({
            /** @constant */
            type: "challengeAccepted";
        } & components["schemas"]["ChallengeAcceptedEvent"]) | ({
            /** @constant */
            type: "challengeDeclined";
        } & components["schemas"]["ChallengeDeclinedEvent"]) | ({
            /** @constant */
            type: "gameStart";
        } & components["schemas"]["GameStartEvent"]) | ({
            /** @constant */
            type: "turn";
        } & components["schemas"]["TurnEvent"]) | ({
            /** @constant */
            type: "gameEnd";
        } & components["schemas"]["GameEndEvent"]) | ({
            /** @constant */
            type: "move";
        } & components["schemas"]["FollowedMoveEvent"]) | ({
            /** @constant */
            type: "message";
        } & components["schemas"]["MessageReceivedEvent"]) | ({
            /** @constant */
            type: "tournament";
        } & components["schemas"]["TournamentEvent"]);
        /** @description An event of an account as a Server-Sent Event. */
        AccountEventMessage: {
            id: string;
            /** @constant */
            event: "accountFull";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "challenge";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "challengeAccepted";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "challengeDeclined";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "gameStart";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "turn";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "gameEnd";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "move";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "message";
            data: string;
        } | {
            id: string;
            /** @constant */
            event: "tournament";
            data: string;
        };
        Subscriptions: {
            subscriptions: {
                game: components["schemas"]["GameId"];
                since: components["schemas"]["Date"];
            }[];
        };
        /** @description Who sends the request. */
        SessionName: {
            /** @description The name of the account; null where there is none. */
            name: components["schemas"]["UserName"] | null;
        };
        /** @description A mail address with stars for all but its first letter and its domain. */
        MaskedAddress: string;
        /** @description A mail address: masked, but in the export. */
        AddressOrNone: string | null;
        /** @description A code that was mailed: 52 letters and digits in any case. */
        Code: string;
        NewAddress: {
            /** @description It is ASCII, without quotes and comments. */
            address: string;
            password: components["schemas"]["AnyPassword"];
        };
        PendingAddress: {
            pending: components["schemas"]["MaskedAddress"];
        };
        ConfirmedAddress: {
            address: components["schemas"]["MaskedAddress"];
        };
        CodeRequest: {
            code: components["schemas"]["Code"];
        };
        ForgottenRequest: {
            /** @description Any text: whether somebody is called so is not told. */
            name: string;
        };
        ResetRequest: {
            code: components["schemas"]["Code"];
            password: components["schemas"]["Password"];
        };
        MailRequest: {
            /** @description The Message-ID with its angle brackets, or another name of the mail. */
            message_id: string;
            /** @description An address to explain the server to, or nothing. */
            from: string;
            /** @description In UTF-8, of less than 300 bytes. */
            subject: string;
            /** @description The Message-IDs of References. */
            thread: string;
        };
        MailAnswer: {
            /** @description The Message-ID with its angle brackets, or another name of the mail. */
            message_id: string;
            /** @description In UTF-8, of less than 300 bytes. */
            subject: string;
            /** @description The Message-IDs of References. */
            thread: string;
            /** @description At most 15,000 bytes. */
            text: string;
        };
        MailState: {
            /**
             * @description Commands are carried out where it is accepted.
             * @enum {unknown}
             */
            state: "accepted" | "replayed" | "interrupted" | "expired" | "unknown";
            /** @description Whose address the mail has come to. */
            name: string | null;
        };
        /**
         * @description The name of a tournament.
         * @example Winter
         */
        TournamentName: string;
        /**
         * @description How players are paired.
         * @enum {unknown}
         */
        TournamentSystem: "swiss" | "round-robin" | "double-round-robin";
        /** @description A tournament in a list. */
        TournamentRow: {
            id: components["schemas"]["GameId"];
            name: components["schemas"]["TournamentName"];
            owner: components["schemas"]["UserName"];
            system: components["schemas"]["TournamentSystem"];
            /**
             * @description Open for players, running, or over.
             * @enum {unknown}
             */
            status: "open" | "running" | "over";
            /** @description How many there are; 0 of a round robin that has not begun. */
            rounds: number;
            /** @description The one that is played; 0 before the first. */
            round: number;
            /** @description How many there are. */
            players: number;
            /** @description How many there may be. */
            players_max: number;
            /** @description The start position of all games; empty where it is a position. */
            layout: string;
            /** @description Their rules, with the clock. */
            rules: string;
            /** @description Whether their results count for ratings. */
            rated: boolean;
            /** @description Whether bots may play. */
            bots: boolean;
            starts: components["schemas"]["DateOrNone"];
            created: components["schemas"]["Date"];
        };
        /** @description A round of a player. */
        TournamentRound: {
            /** @description From 1 on. */
            round: number;
            /** @description The number of the opponent, null for a bye. */
            opponent: number | null;
            /** @description What the player got, null while it is played. */
            points: number | null;
            /** @description Whether both have moved; true while it is played. */
            played: boolean;
            /**
             * @description Of the player's marbles.
             * @enum {unknown}
             */
            colour?: "b" | "w";
            game?: components["schemas"]["GameId"];
        };
        /** @description How a player stands. */
        TournamentStanding: {
            /** @description From 1 on. */
            rank: number;
            /** @description Of a player in this tournament. */
            number: number;
            name: components["schemas"]["UserName"];
            /** @description From all rounds. */
            points: number;
            /** @description The points of the opponents. */
            buchholz: number;
            /** @description Of each opponent's points the share that was taken. */
            sonneborn_berger: number;
            /** @description The points among those who are equal in all of this. */
            direct: number;
            /** @description Games that were won. */
            wins: number;
            /** @description The player's row of the cross table. */
            rounds: components["schemas"]["TournamentRound"][];
            /**
             * @description A program plays: the account says so.
             * @constant
             */
            bot?: true;
            /**
             * @description The player has left the tournament.
             * @constant
             */
            left?: true;
        };
        /** @description Two players of a round, or one with a bye. */
        TournamentPairing: {
            /** @description From 1 on. */
            round: number;
            /** @description Of a player in this tournament. */
            black: number;
            /** @description The number of White, null for a bye. */
            white: number | null;
            /** @description What Black got, null while it is played. */
            black_points: number | null;
            /** @description What White got, null while it is played and for a bye. */
            white_points: number | null;
            /** @description Whether both have moved; true while it is played. */
            played: boolean;
            game?: components["schemas"]["GameId"];
        };
        /** @description A tournament. */
        Tournament: {
            /** @description Best first. */
            standings: components["schemas"]["TournamentStanding"][];
            /** @description Of all rounds, in order. */
            pairings: components["schemas"]["TournamentPairing"][];
        } & components["schemas"]["TournamentRow"];
        /** @description A list of tournaments. */
        Tournaments: {
            /** @description Newest first. */
            tournaments: components["schemas"]["TournamentRow"][];
            /** @description Where the next page goes on, null at the end. */
            before: number | null;
        };
        /** @description A tournament to be made. */
        NewTournament: {
            name: components["schemas"]["TournamentName"];
            system: components["schemas"]["TournamentSystem"];
            /** @description Of a Swiss, where it is needed. */
            rounds?: number;
            /**
             * @description How many may play.
             * @default 200
             */
            players_max?: number;
            /**
             * @description Whether bots may.
             * @default true
             */
            bots?: boolean;
            /** @description When it begins by itself, within a year. */
            starts?: components["schemas"]["Date"] | null;
            /**
             * @description The name of a layout or of a position of docs/rules.md.
             * @example belgian-daisy
             * @example Belgian Daisy
             * @example standard
             */
            layout?: string;
            /**
             * @description A position in any form of docs/formats.md.
             * @example ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0 0 1
             */
            position?: string;
            rules?: components["schemas"]["NewRules"];
            /** @description Whether there are messages. */
            chat?: boolean;
            /** @description Whether the result counts for the ratings of the players. */
            rated?: boolean;
        } & (unknown | unknown);
        /** @description A round has begun of a tournament that one plays, or it is over. */
        TournamentEvent: {
            /** @description The number of the event: later ones have larger numbers. */
            event: number;
            tournament: components["schemas"]["TournamentRow"];
        };
        /** @description A text of JSON with at, action, name, number, hash and tokens, and its HMAC-SHA-512/256 in hexadecimal digits by the secret `admin` of the store. */
        AdminRequest: {
            request: string;
            signature: string;
        };
        /** @description What has changed: the account of this name, the report or message of this number; or `log`. */
        AdminAnswer: {
            account?: string;
            report?: string;
            message?: string;
            /** @description Oldest first. */
            log?: components["schemas"]["LogLine"][];
        };
        /** @description A line of the log, without requests. */
        LogLine: {
            /** Format: date-time */
            at: string;
            /** @enum {unknown} */
            level: "error" | "warning" | "info";
            /** @description What it is about, in a word. */
            event: string;
            message: string;
        };
        /** @description Who joins or leaves a tournament. */
        Contestant: {
            /**
             * @description A computer of the server, named by its level or by its name in GET /opponents, of which the owner of the tournament decides; without it who asks.
             * @example paua.5
             */
            computer?: string;
        };
    };
    responses: {
        /** @description The client has the newest answer. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A parameter is out of range, or the request is not one by the letter. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not JSON, or a member is missing, unknown or out of range. */
        BadBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A parameter is refused, or the position cannot be read. */
        BadPosition: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A page of another site asks. */
        CrossSite: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A page of another site asks, there is no seat of this game, or the token does not allow to play. */
        NotYourSeat: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is neither a session nor a token. */
        NotSignedIn: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A page of another site asks, or a token is not enough. */
        NeedsSession: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A page of another site asks, a token is not enough, or the password is wrong. */
        WrongPassword: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such game or path. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path has other methods. */
        MethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body has more than 16 KiB. */
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The target has more than 8192 bytes or 64 arguments. */
        TargetTooLong: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not said to be application/json. */
        BadType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The header Expect asks for something else than 100-continue. */
        BadExpectation: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The header Host names another server. */
        BadHost: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A limit is reached. */
        TooMany: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is a fault of the server or no memory, and nothing has changed. */
        Internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no memory; with stored the change was made. */
        InternalOrStored: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The header Transfer-Encoding has something else than chunked. */
        BadCoding: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The store cannot be read or written, or the server stops. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server stops, or the store or the searches of the computer do not work. */
        NotReady: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The store cannot be used, or too much waits or is open. */
        UnavailableOrBusy: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The store takes no more games. */
        StoreFull: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token does not allow to play, or a page of another site asks. */
        NeedsPlay: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The store cannot be used, or the server sends no mail. */
        NoMail: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The store cannot be used, the server sends no mail, or too many passwords wait. */
        NoMailOrBusy: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A page of another site asks, or the code is wrong or has expired. */
        WrongCode: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A page of another site asks, a token is not enough, or the code is wrong or has expired. */
        WrongOwnCode: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A page of another site asks, or another machine. */
        MailNotLocal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The id of a session or token. */
        LoginId: components["schemas"]["LoginId"];
        /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
        GameId: string;
        /** @description The ETag of the answer that the client has. */
        IfNoneMatch: string;
        /** @description A position, or the name of a layout. */
        PositionQuery: string;
        /** @description The position after that many moves; without it the newest. */
        PicturePly: number;
        /** @description 1 turns the board by half a turn. */
        PictureTurned: 0 | 1;
        /** @description The id of a tournament. */
        TournamentId: components["schemas"]["GameId"];
    };
    requestBodies: never;
    headers: {
        /** @description The session, for the browser alone. */
        SetSession: string;
        /** @description Removes the session from the browser. */
        EndSession: string;
        /** @description After how many seconds to try again. */
        RetryAfter: number;
        /** @description Changes with what was answered. */
        ETag: string;
        /** @description The path of what was created. */
        Location: string;
        /** @description The name of the file. */
        ContentDisposition: string;
        /** @description The methods of this path. */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listGames: {
        parameters: {
            query?: {
                /** @description 1 lists public games with a move in the last ten minutes. */
                live?: 1;
                /** @description Up to 100 ids of games, separated by commas; words that are none are left out. */
                ids?: string;
            };
            header?: {
                /** @description The ETag of the answer that the client has. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The games; a list by ids has no ETag. */
            200: {
                headers: {
                    /** @description Changes with the list of games to watch. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    createGame: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGame"];
            };
        };
        responses: {
            /** @description The game is created. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            /** @description The body is refused, the position cannot be read or is over, or there is no such user. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description A page of another site asks, or the token does not allow to play. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An account that is named plays as many games as it wants to. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["UnavailableOrBusy"];
            507: components["responses"]["StoreFull"];
        };
    };
    readGame: {
        parameters: {
            query?: {
                /** @description An invitation, to ask whether its seat is free. */
                invitation?: string;
            };
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Present where one was asked about.
                         * @enum {unknown}
                         */
                        invitation?: "free" | "taken" | "unknown";
                    } & (components["schemas"]["StoredGame"] & components["schemas"]["Presence"]);
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSeeks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer that the client has. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The games, newest first. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    takeSeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["JoinRequest"];
            };
        };
        responses: {
            /** @description The game object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["BadBody"];
            /** @description A page of another site asks, nothing was sent that could play, the invitation is not to this game, or the seat is for accounts. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description The game does not allow it now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    takeAlong: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRequest"];
            };
        };
        responses: {
            /** @description The game object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            /** @description Another account has the seat, or the account has blocked a player of the game. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    makeMove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveRequest"];
            };
        };
        responses: {
            /** @description The move is on disk. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MoveMade"];
                };
            };
            /** @description The body or the text of the move is refused. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            /** @description The game does not allow it now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            /** @description The move is not legal here. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["UnavailableOrBusy"];
        };
    };
    proposeDraw: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProposalRequest"];
            };
        };
        responses: {
            /** @description The game object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            /** @description The game does not allow it now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    proposeTakeback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TakebackRequest"];
            };
        };
        responses: {
            /** @description The game object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            /** @description The game does not allow it now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    proposePause: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProposalRequest"];
            };
        };
        responses: {
            /** @description The game object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            /** @description The game does not allow it now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    proposeRematch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProposalRequest"];
            };
        };
        responses: {
            /** @description The game object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            /** @description The game does not allow it now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["UnavailableOrBusy"];
            507: components["responses"]["StoreFull"];
        };
    };
    resumeGame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The game object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    resignGame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The game object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            /** @description The game does not allow it now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    claimGame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The game object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            /** @description The game does not allow it now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    declineGame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The game object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            /** @description The game does not allow it now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatRequest"];
            };
        };
        responses: {
            /** @description The game object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            /** @description The game does not allow it now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    readConditional: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is left of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conditional"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    setConditional: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewConditional"];
            };
        };
        responses: {
            /** @description What is left of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conditional"];
                };
            };
            /** @description The body is not JSON, or not what is expected. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            /** @description The game does not allow it now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeConditional: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is left of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conditional"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["NotYourSeat"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    followGame: {
        parameters: {
            query?: {
                /** @description The number of the last event that the client has. */
                after?: number;
            };
            header?: {
                /** @description The same; it wins over the query. */
                "Last-Event-ID"?: number;
            };
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events of the game as they happen. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": unknown;
                    "text/event-stream": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["UnavailableOrBusy"];
        };
    };
    analysePosition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalysisRequest"];
            };
        };
        responses: {
            /** @description A line for each depth, and one at the end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": unknown;
                    "text/event-stream": unknown;
                };
            };
            /** @description The body, the position or a move cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            /** @description A move is not legal where it is made. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["UnavailableOrBusy"];
        };
    };
    reviewGame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A line for each move, and a summary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": unknown;
                    "text/event-stream": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            /** @description The game is not over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            /** @description The game has more than 1000 moves. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["UnavailableOrBusy"];
        };
    };
    listLayouts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The layouts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Layouts"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOpponents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The opponents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Opponents"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    saveGame: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer that the client has. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; charset=utf-8": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    saveGameObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer that the client has. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game object. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredGame"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    drawGame: {
        parameters: {
            query?: {
                /** @description The position after that many moves; without it the newest. */
                ply?: components["parameters"]["PicturePly"];
                /** @description 1 turns the board by half a turn. */
                turned?: components["parameters"]["PictureTurned"];
            };
            header?: {
                /** @description The ETag of the answer that the client has. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    paintGame: {
        parameters: {
            query?: {
                /** @description The position after that many moves; without it the newest. */
                ply?: components["parameters"]["PicturePly"];
                /** @description 1 turns the board by half a turn. */
                turned?: components["parameters"]["PictureTurned"];
                /** @description The longer side in pixels. */
                size?: number;
            };
            header?: {
                /** @description The ETag of the answer that the client has. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    readRecord: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordRequest"];
            };
        };
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            /** @description There is no such game, or it is not legal. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    giveCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommandRequest"];
            };
        };
        responses: {
            /** @description What the command has to say, also where it was refused. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandResult"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOpenings: {
        parameters: {
            query: {
                /** @description A position, or the name of a layout. */
                position: components["parameters"]["PositionQuery"];
                /** @description Where the games are from. */
                from?: "archive" | "games" | "both";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The moves, most played first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Openings"];
                };
            };
            400: components["responses"]["BadPosition"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    probeTable: {
        parameters: {
            query: {
                /** @description A position, or the name of a layout. */
                position: components["parameters"]["PositionQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its value and every move. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableAnswer"];
                };
            };
            400: components["responses"]["BadPosition"];
            403: components["responses"]["CrossSite"];
            /** @description No table covers the position. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    findServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Server"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    describeServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer that the client has. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The description. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    readAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    /** @description The same session, which lasts longer. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description The account. */
            201: {
                headers: {
                    "Set-Cookie": components["headers"]["SetSession"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["CrossSite"];
            /** @description The name is taken or reserved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["UnavailableOrBusy"];
        };
    };
    closeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordRequest"];
            };
        };
        responses: {
            /** @description It is closed. */
            204: {
                headers: {
                    "Set-Cookie": components["headers"]["EndSession"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["WrongPassword"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["UnavailableOrBusy"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["WrongPassword"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["UnavailableOrBusy"];
        };
    };
    readSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whose it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionName"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignRequest"];
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "Set-Cookie": components["headers"]["SetSession"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            /** @description The name or the password is wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["UnavailableOrBusy"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no session any more. */
            204: {
                headers: {
                    "Set-Cookie": components["headers"]["EndSession"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a session or token. */
                id: components["parameters"]["LoginId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended, or there was none. */
            204: {
                headers: {
                    /** @description Where it was the session that asks. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They have ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewToken"];
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTokenMade"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            /** @description The account has 20 tokens. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    endToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a session or token. */
                id: components["parameters"]["LoginId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended, or there was none. */
            204: {
                headers: {
                    /** @description Where it was the session that asks. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccountGames: {
        parameters: {
            query?: {
                /** @description 1 lists those that are not over; 0 those that are. */
                open?: 0 | 1;
                /** @description Created before this moment. */
                before?: components["schemas"]["Date"];
                /** @description How many. */
                most?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The games. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountExport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSettings"];
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    readReminders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The digest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reminders"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    markReminders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReminders"];
            };
        };
        responses: {
            /** @description It is noted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsPlay"];
            /** @description The account has no seat in one of them. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    readVacation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The vacation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vacation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    takeVacation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewVacation"];
            };
        };
        responses: {
            /** @description The vacation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vacation"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            /** @description There is one already, or not enough days are left. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    endVacation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The vacation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vacation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    readUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer that the client has. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            /** @description Nobody is called so. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    readCurve: {
        parameters: {
            query: {
                /** @description Which ratings. */
                category: components["schemas"]["Category"];
                /** @description Games before this number. */
                before?: number;
                /** @description How many. */
                most?: number;
            };
            header?: {
                /** @description The ETag of the answer that the client has. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The games of the rating. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Curve"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            /** @description Nobody is called so. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUserGames: {
        parameters: {
            query?: {
                /** @description 1 lists those that are not over; 0 those that are. */
                open?: 0 | 1;
                /** @description From the page before, to go on. */
                before?: number;
                /** @description Page size, private games included. */
                most?: number;
            };
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of games. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserGames"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            /** @description Nobody is called so. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    readStandings: {
        parameters: {
            query: {
                /** @description Which ratings. */
                category: components["schemas"]["Category"];
                /** @description The rank to begin with. */
                from?: number;
                /** @description How many. */
                most?: number;
                /** @description 0: without bots. */
                bots?: number;
            };
            header?: {
                /** @description The ETag of the answer that the client has. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The standings. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Standings"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; charset=utf-8": "ok\n";
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It should. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; charset=utf-8": "ready\n";
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["NotReady"];
        };
    };
    readMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text format of Prometheus. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; version=0.0.4; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description A page of another site asks, or another machine. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description From the page before, to go on. */
                before?: components["schemas"]["Number"];
                /** @description How many a page has. */
                most?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversations"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    readConversation: {
        parameters: {
            query?: {
                /** @description From the page before, to go on. */
                before?: components["schemas"]["Number"];
                /** @description How many a page has. */
                most?: number;
            };
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            /** @description Nobody is called so. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            /** @description Nobody is called so. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    markRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageNumber"];
            };
        };
        responses: {
            /** @description It is marked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            /** @description Nobody is called so. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
                /** @description The number of a message. */
                number: components["schemas"]["Number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            /** @description Nobody is called so, or this is not a number. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBlocks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Blocks"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    blockUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description He is blocked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            /** @description Nobody else is called so. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is a computer of the server. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    unblockUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description He is not blocked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            /** @description Nobody is called so. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReport"];
            };
        };
        responses: {
            /** @description It is reported. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageNumber"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            /** @description There is no such message or line. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description One has reported it before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of an account. */
                name: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMessage"];
            };
        };
        responses: {
            /** @description It is sent. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrivateMessage"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            /** @description Nobody is called so. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description One has blocked this account oneself, or it is a computer of the server. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They, the last one first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscriptions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    subscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One follows it. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsPlay"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    unsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a game; or its number, of a game that is public or in which the client has a seat or is challenged. */
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One does not follow it. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsPlay"];
            /** @description This is not the id of a game. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    followAccount: {
        parameters: {
            query?: {
                /** @description The number of the last event that the client has. */
                after?: number;
            };
            header?: {
                /** @description The same; it wins over the query. */
                "Last-Event-ID"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events as they happen. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": unknown;
                    "text/event-stream": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["UnavailableOrBusy"];
        };
    };
    setAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAddress"];
            };
        };
        responses: {
            /** @description The code is on its way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingAddress"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["WrongPassword"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["NoMailOrBusy"];
        };
    };
    confirmAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeRequest"];
            };
        };
        responses: {
            /** @description Mail goes there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmedAddress"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["WrongOwnCode"];
            /** @description The code was used meanwhile. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["NoMail"];
        };
    };
    removeAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is none. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsSession"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    forgetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgottenRequest"];
            };
        };
        responses: {
            /** @description If somebody is called so and has an address, a code is on its way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["NoMail"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetRequest"];
            };
        };
        responses: {
            /** @description The password is set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["WrongCode"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["NoMailOrBusy"];
        };
    };
    receiveMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailRequest"];
            };
        };
        responses: {
            /** @description What is to be done with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailState"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["MailNotLocal"];
            /** @description The same mail came at the same time. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["NoMail"];
        };
    };
    answerMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailAnswer"];
            };
        };
        responses: {
            /** @description The answer is on its way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            /** @description The address is wrong or has expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["MailNotLocal"];
            /** @description There is no such mail, or it was answered. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["NoMail"];
        };
    };
    administer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminRequest"];
            };
        };
        responses: {
            /** @description It is done, or the last lines of the log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            /** @description A page of another site asks, another machine, or somebody who does not know the secret in the store. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description There is no such report or message, or what was to change has just changed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTournaments: {
        parameters: {
            query?: {
                /** @description Which ones. */
                status?: "open" | "running" | "over";
                /** @description Of those that are over: created before, as an answer says. */
                before?: number;
            };
            header?: {
                /** @description The ETag of the answer that the client has. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tournaments. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tournaments"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTournament: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTournament"];
            };
        };
        responses: {
            /** @description The tournament, open for players. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tournament"];
                };
            };
            /** @description The body is refused, or the position cannot be read or is over. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NeedsPlay"];
            /** @description Too many tournaments are not over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["StoreFull"];
        };
    };
    readTournament: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer that the client has. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a tournament. */
                id: components["parameters"]["TournamentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tournament"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            /** @description There is no such tournament. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Internal"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelTournament: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a tournament. */
                id: components["parameters"]["TournamentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tournament, which is over. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tournament"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            /** @description It is the tournament of somebody else, the token does not allow to play, or a page of another site asks. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such tournament. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tournament has begun. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    joinTournament: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a tournament. */
                id: components["parameters"]["TournamentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Contestant"];
            };
        };
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tournament"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            /** @description The tournament is for people, a computer's is somebody else's, the token does not allow to play, or a page of another site asks. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such tournament. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has begun, or is full. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    leaveTournament: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a tournament. */
                id: components["parameters"]["TournamentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Contestant"];
            };
        };
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tournament"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            /** @description It is the tournament of somebody else, the token does not allow to play, or a page of another site asks. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such tournament. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
    startTournament: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a tournament. */
                id: components["parameters"]["TournamentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The tournament. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tournament"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            /** @description It is the tournament of somebody else, the token does not allow to play, or a page of another site asks. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such tournament. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has begun, or there are too few players. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            414: components["responses"]["TargetTooLong"];
            415: components["responses"]["BadType"];
            417: components["responses"]["BadExpectation"];
            421: components["responses"]["BadHost"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["InternalOrStored"];
            501: components["responses"]["BadCoding"];
            503: components["responses"]["Unavailable"];
        };
    };
}
