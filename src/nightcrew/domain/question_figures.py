"""What `python -m tests.benchmarks.question_sense` reckoned from the lists of questions.

By model and script: the mean of ordinary questions and the direction of small talk, each as
half-precision numbers in base64, and the middle on that direction.
"""

from __future__ import annotations

from collections.abc import Mapping

LISTS = "6f209f42840c889e"  # that these figures come from

FIGURES: Mapping[str, Mapping[str, tuple[str, str, float]]] = {
    "multilingual-e5-small-q4": {
        "hangul": (
            (
                "QiyypqWrLKqhLdCoECHNJvkp7CfuKdohiyyNnL+osyj4Kz6pz6b0qbImISmQrBssuChdKVuoiCrIK46s"
                "fKoYqwkiE6rsLKApHag8qaQqsKuPBmQncynZLPUoBCuXqDMsJKvIpD2q7So7KSUqtCvFqiynKazerJ4q"
                "8Sx3pdQXiiS7LIQpFyV9Kdylr6iKpeslASWzqk0k5yLyJ+6raioZqf2qkKnZqjYmfalqLCUqdavNKoqk"
                "AyxTLCysCqp+qAmmLKZyKKoq3qh2K7mpeieWpmuqCCjzK7OoCyo/qYSpaipKKVwofK0Ro2GmSKpmKJ2p"
                "PyxKqL2sOqhfqsmjuSYNKr4jdSgyK1AmGiIMK9EqUitzphUpU6dzp7KoOyuCqNIraSoSKqUtTakELcKp"
                "RigeoWkqGCk6JWKn8qh+qC0nGixDqrurE63qqH6px6yaKcUslKnHq3apeyh/rEYoOh9hK06qUCk8Ldcm"
                "fKdlpGashaywqsWpUa0iJT0q16h7pWcpCqyFrXenRyfnrKopcSvWJi+kK6v4JCIo6SiRneippCrsqtAo"
                "uypgq/CsHizPqGamUCSRKWKrqivhKWOnK5ikrmWpViWbKL2r4KaLK56rPqempMmr2qdCrOKU3CnaKKur"
                "6Kg3pVYsOq17JH6o+6hrKuAcdSjKKxCt4KmmrWipICwrKkgsAay0JnwmNp8mLkcnvyiEn7yr8BVsqTCl"
                "zKu8Jk4p+6nTqbqpyym5LYCnn6fcKCkpjisNLXEmlaaiqBksuqGZqLygz6p+KrOqtCrQIdUjtixDqLkm"
                "5KQjp+GaAiawrMoifB2MJoKZzigSLF8l7ao+rIwnFCk2p1Mm16snqX2rfqjOob6sdyh6IpSr7KZMKewg"
                "A51SqbKprCmiqiyoFadeKQyhKKshKMERxamlJw2oXKvkJ/ykAq3aKUqCuq1YILwqSqGEIWql6anqJk0m"
                "CakMqM4oGSn/KKoowaCRHqgoCKnZKoIqeqpHnKqk2KkEq0grBKcjp5EpcCyXKqIq"
            ),
            (
                "dLXjO0W4NDuFLqWt7Da/uMC5JDllNgW2eDpAt8ewOqwHsno42LZNM+sWYDphuPirZTJ9lSmyI7B8O0i0"
                "JLbGO3er4qmVNSQ0MqNLq2a7njDnNusnbTDyqM8tDqv6O326p63DOMiydbDCrM2wC7j4NLozPbU5MNEv"
                "EzQRL4G2JLW4NEy2QbkoqMu5mjD8uLY1ZrapnU8p1rL8uFkvgTNAL1E3iDg3uG41Da97rVopDDhutD6b"
                "er2SrGW2HjU9unI4aS5/OHckpThbsScxijD4M5k4dzRNPp85CzObNSq3HjNJtdS0dDS/OKGscRy0NfU4"
                "VjHSKACzw7W+KYM0JS9nNKEsFDnGODgzI7Rsu+O1u6+SPLcmXrCHtL+6Sadnt0g0EjQOJEWsjTRaskA4"
                "YzGnMTW2xDQ2NMexHygPMA4w5TMnM9q0N7qDpj85nbfTMMA7QSwHrZe5tTV5uXI1rq3KrHm3EjVuNrsx"
                "8655t227vDKGrfk3proyrtK1zq7LLJa0K7pgurkacigpLn6t7KhGObauUbPUrzQzB7aVrEW0qzVtqcW7"
                "SzTNt56rZbYjutI38iwcNbutuScINVS16Te3nMw3LLb9tJA4FLCrsEG4djFMtsyvH7WcNLE3PLzfudOt"
                "xDrDNwcnerm4MO84qDXLss4z7DRms1y3ma7Vt0o4o6SdsqW0qasWNsAttLY3tEQt9DV2ttk4YLg+MB28"
                "vLm7s4Q5UjibNe20rqqMNo4kqjeAtAW3HrwTqKCm8rcANXkyuTYWMRS4D7wRJuYp9jb0NOowp7gxLjk+"
                "tjB6OD2777QjuIUs4Thpr3qovbH0tY4wOLvXKms3FbCsulMuwDXPrro26K9VLN21oblYNJa43qjyq2M1"
                "iKtRuDK7BLhBs+ONGbcMNsIx/K0CuHK3yrN4MRu1sytQtz8yeDGPp1itGTiutMs5GDxWrjc1sjBEJwO3"
                "2DR3OWI0QjmhOEowGTg+IhSws64GqIC0OzZMstewbrAQN6urIbZXs0G1gDUZPLyy"
            ),
            0.3455,
        ),
        "latin": (
            (
                "wirapkypnKsoLNGrKR02JC8piSTWKSMYUiw4qi6pFyloLIuoGafArCoobBytqhoqfigRKxSkCyTTKbus"
                "aqoRqEQqCatBKs0neqhwqVMsw6mfnIcpwypiK28ofSrQqAgqvKj2pM+qKStuJI4r0ipmqx+sOatdqgMq"
                "yyoHqWAkRyCILMMrzyYPKkSsMag6rD4rLh/bp70ZYCPiIQerViZsqKuqTKhtqR4phqohK9QrPqtLLPOm"
                "PirZKz+s+Kq2rBCqaqmfKhkqbahQK7ulZChlqAKpoCf3K7ar+inAqdCp7yhmK/YqeapNqNumEaltJrOo"
                "ayzlpJ+rGqqwqkCoPCcKK/EmNSQ6KH4kKydZKLkp3yv2qlOgY6Ampqqp7isWquUoOCxVKWktfaenLD6l"
                "iCjlqE4rSSkIKKuoAa0DqysobykwqbesvavRprmq9qQqKP8rHqhXpj+qtCcArK8o+5MMK8ioTSytLA8p"
                "A6dGpZ6rHqtRqSqr0qm0Jjgo5aWPpDEq2akLrEarYCeuqUcqGSsoKleh0KNoJtMoyCmNJKKqZillqm0p"
                "Kis4raasFyyrqp6heR5fKgOoXil4KR2l6ylGrm6rzSeeKJ+qMqiOKkSqa6nrqXqtHKkPqJemCSncKOeo"
                "D6c+qWIoaa2YKGCoHagTKz+kJCSLK76rcqi7qeSnrinVKRwruqnLKBQZ9qX2LQsqLCkfKMCqN6apqoWp"
                "r6swKAQpAaryqUCp/SR6LJOnNad8K+8oXilcK+AnaqbIpMMqHqnzpeyixqrvKwKm/yvxJgoXIiy0pxsq"
                "ZKlFqdglyyk6rBonRSSWKUgkZynKKgwrWKprqn8mjSqto0Um5qnsqtCqHapvpf+rxCZoJOisoqrfKGgh"
                "cxzhqJOryCqdqCee76gyLBWq2qv2JnUn4qmcKaWoQaxzKzumNqouKBssQ63wIxMr56cBKeOhqKoRJrMo"
                "wKvopj0qhypQKXksLaMcGjEomKroK5UqxKqrIFupdKkVqtkpnaq5qpYnUiyBJP8q"
            ),
            (
                "OKepNDSw+qAKNo63ZjI7uvC4gjgdNBu24DZFJ4mwdDUftIo137W3LcUthTVcuZC1D62wNamwo7h+LTYw"
                "6qZSOEkyj547pBg17TJktGK5OTGXNR6ulzOPLR05LLFoL98dw7Q0MbG5ZrDar6wxirO5MPq1g7RRtA6y"
                "CTLbNfKtHLESMr60T7kxrkuz8S3HtgGzfLAlM2GrlzFdt0gzUzj6MW831bO+s3wzFbVsMDWozTMKtDKo"
                "x7aBNaO2EzITuAc5trXEOAks7zcyOC60HLDuMScuY7OXOBQ5ljUftgex9isNse2YJi5ftuWqIrS9rIA3"
                "MDMouTmyPzbAr5UyADHPM+OxozmFOEQsjiXPvGIzKbNdPL+017VsNRy4bDgdMhQ5ebgIIou0La+Kt5Q4"
                "YrN0MlW5Gi03sGSvcTQNNJAzSi9OLKa13bZbr/00brqkNTM06zYXs822rzBVtcUuobD4sWOrSjYnNrYr"
                "3iqEsY+5qC87ttc5dbjNsGO3j6FwtmGui7cYqFOzr7M/K9o0ybVWOLq4dzHxtms0ubF6rdueJTk+KeW3"
                "YrVas2S19ifVunA4y682NM4uEy4srY+zeTjZJJI3q7EALUA5irggMz4s6jS0s4ytODSNNVuhf7gQsKeu"
                "ojxMONMxE6yDsZAqGjd1Mr+5aS4sOK80liznuoyoC7QqsEa4saaDp/Ku67f7tOsx6jcDNic5PTJZrGOx"
                "U7XRs0sirDEzL0O1aiQLNEwrjLL2Mg22G7saMUkebq8oMRE52jUmMcIzPbrILMI0hDXloIEZKrQ9tCw8"
                "JDToO/2uHblHtxcyIjXEMxqk4jEpuOQyDbzXtoEuCzgduei05DXpMZ0wVK1gNjMgfifxG7CzDzeBOCg6"
                "9rg6rYa08rSUsIsz0bPwL88wA6C5L025KLAWtN+yAbK6OAc26zWPsto2XzI0r4k89jdMtWc2NDXZpkax"
                "Q7EYOJWzdjhMMzy2CjI4sa+0WrJaMWu2prImsYy2nbQAPDG39bW7sfC2trOxOTAw"
            ),
            0.2140,
        ),
        "other": (
            (
                "ySvDpqqqxaoELRCqByC5JaUpgybkKbAfcyzYpe2o3CgpLPSo7qZvq2AnciYNrFUroCgTKsempyj3KqGs"
                "dKrVqfsmeaosLOgoQ6hSqXsr46p3l3Yo/yleLL0ozCquqGkrI6rbpHqqBivyJ7sqVisIq4ep3KsqrF0q"
                "TCxhpzcgFSOmLHQqziW6KUSpeqgjqb4oViOLqZ4hGSPcJY6rECnRqNuqCalBquQn7KkPLNkqXquLK4ul"
                "SCsoLDSsbaqMqkmoDqhaKW0qr6hmK4ioAyiBp9Wp4Sf1K/SpBCp1qaOpzCkrKnEpjKylpZSmxqnPJzup"
                "UiwLp1qsAqmBqtCl8CZ2KiYl9Sb1KY4lxCTsKVwqjSvIqAglL6XophmphisrqZoqQSvDKYwtp6jdLHOo"
                "YiiSpcgqLClpJhmoDquLqaknDSvQqTiskqxJqAGqm6oBKXMs+KjcqcmpOChKrHIomhs9K6yprioALRoo"
                "SafCpCesHqwdqlqqUKzKJWUpDagZpbspJqvorDWpUScLrOspTCuPKBuj/6iRJWwoRilXHDWqICq0qhEp"
                "6SpTrNGsGyyVqeekYSLnKfqptSq1KXGmoCR9rj6qXSacKEargqchKw6rX6ilp46sa6ipqtmhhCnbKISq"
                "Vahpp+IqTq1xJnKonqixKjyc7SawK5GsR6l9rMyoLisHKvUrDqvnJwwkEqMSLqQo7SisIFOrv6DwqaGn"
                "v6trJy8p/qngqYepayg0LYinc6f0KREppSp7LAkng6Zmp5kr8KXYp6WhzKoYKympPiuXJO8geCwXqIEo"
                "WadHqLwfKih/rPAkKCE9KIcdDSmUK4Eor6qfqxwnsSnOpU0mCKvkqTWrK6nqo2+sBChzI0GsyagfKSAh"
                "SJQjqXqqIirLqYOlH6ihKoqmcqu3J20i0amRKE2o1qtoKYGlN6wnKdcmiK3XIeAq1qTHJWKkOKqQJpcn"
                "Kqqap2cpsikhKXMqxKEaHXYorqlKK4oqmaqXFTCnrqmgqq8qzajiqNQoYyzIKMkq"
            ),
            (
                "ebR5OgW2sziRNK6zPTUdusG5RzlyNgW24jrztYSwyypis4Y4QLdNMj4wIDmBuHGw3C27MR+vDLbPOFOt"
                "e7QdOzAqPKgSMec0MC5isYu7jDL3N8iuYjQwpCk1VbDuOfC3yLOsNtG2ZrC9sT+uq7djNFahlbXoE6So"
                "JTOKMeW0v7QuNOu1GrqnrX+4zS4EueMx/bX8Lpypxq0QuakyZTY6ME03EDUCtrk1yLGCqtggHDeNs1sn"
                "QLwZLqC3czSjusw4HK9DOV4sGTnyKsGWKyVtNZY35zDgPI069jQtLRy3zzDvsxG0nzSxMk2s267JMas4"
                "NzIfsxm0nq99Kbg0YTA+NvasXTmJOeIxv7HVvEiwFbHdPCyxv7JDrB26MzIWtLY3jK3rKcyvVjLZtEw5"
                "pCrsMnK4BDSnLt+xPzAQLt4yxzL7MXK2Dbr4rzY47riPMyQ6EzU7rja5ojQcuQ006LK4rvC0pjUuN2kx"
                "p65KtgK8CDR2sgk5brqYr9G3UK04roazA7o1uNSy26/8MGYsFrMKOhy1jp6bs541srWWr/2xpjc3ouS6"
                "oaUpt+muyLHFu+Q4lqyHNSYihSUSMd20kzkdAyg487Q4sWA5vLU7G3G0ETQWtwKzeK/eNUI0ErwbuEiu"
                "SjwcOU4waLiKpSE3mzebI0Cz3TMEKBSx1wgRubo196+rsAu4n63BMcqV7rectEQz8zZtq2I5lrTzLeS5"
                "CbmntDI39DZWNLO2Va8wNYek3jLBrKa3kLwJKiskGbY5NYM14zYfM7yxH7w3LdIxXzcFM5suXLd/qyw+"
                "eTIHO0C527c2uC8wzzijKgGtPKybt3A0a7zOsfo0kC8wulCmBTeGqH81wLDyNFS0/LYSM2e4/SwbNNM4"
                "GrZKtsK5vreDs1gvqrb+NaIw7566ss+4urGFKlm04KjVqEs0mTU6sN0xvjantC48KDusssk2OTR6KMC1"
                "by4NOc8pmDlBODGvQzffq3uxQrENH9W1WDK1tGS1LrTWOZK0NLextPW2JzOsOxat"
            ),
            0.3185,
        ),
    },
}
